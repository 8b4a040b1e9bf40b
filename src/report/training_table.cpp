#include "report/training_table.hpp"

#include "contract/statements.hpp"
#include "contract/training_names.hpp"
#include "report/page.hpp"

#include <vector>

namespace sizer {
namespace {

Statement title(const TrainingAssessment& a) {
    return {a.budget.devices == 1 ? Message::note_train_title_alone : Message::note_train_title,
            {{"model", a.model.name},
             {"method", name_of(method_names(), a.plan.method)},
             {"tokens", a.plan.sequence},
             {"batch", a.plan.batch},
             {"optimizer", name_of(optimizer_names(), a.plan.optimizer)},
             {"devices", std::uint64_t{a.budget.devices}}}};
}

void add_dominance(const TrainingAssessment& a, Page& page) {
    const auto& budget = a.budget;
    if (!budget.dominant) { return; }
    const Bytes bytes = *term(budget, *budget.dominant).bytes;
    page.line();
    page.paragraph(page.sentence({Message::table_train_dominates,
                                  {{"term", std::string(term_key(*budget.dominant))},
                                   {"share", share(bytes, *budget.per_device)},
                                   {"trainable", budget.trainable}}}));
}

}  // namespace

std::string training_table(const TrainingAssessment& assessment, const Terminal& terminal, Units units) {
    Page page(terminal, units);
    const auto& budget = assessment.budget;
    page.heading(page.sentence(title(assessment)));
    for (const auto name : k_training_terms) {
        page.term(term_key(name), term(budget, name), budget.per_device, budget.dominant == name);
    }
    page.totals(budget.per_device, budget.required_low, budget.required_high, assessment.deployment.margin);
    add_dominance(assessment, page);
    std::vector<Fit> fits;
    for (const auto& each : assessment.fits) { fits.push_back(each.fit); }
    page.machines(fits);
    page.limits(assessment.limitations);
    return page.take();
}

}  // namespace sizer
