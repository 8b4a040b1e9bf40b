#include "contract/training_json.hpp"

#include "contract/shared_json.hpp"
#include "contract/training_names.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

/// What the frozen or trained weights are in.
std::string format_of(const TrainingPlan& plan) {
    if (plan.base != BaseFormat::plain) { return name_of(quant_names(), plan.base); }
    switch (plan.precision) {
    case TrainingPrecision::mixed_fp16: return "fp16";
    case TrainingPrecision::fp32: return "fp32";
    case TrainingPrecision::bf16:
    case TrainingPrecision::mixed_bf16: break;
    }
    return "bf16";
}

Json plan_json(const TrainingAssessment& a) {
    const auto& plan = a.plan;
    Json json;
    json["method"] = name_of(method_names(), plan.method);
    json["seq"] = plan.sequence.count();
    json["batch"] = plan.batch;
    json["accumulate"] = plan.accumulate;
    if (plan.method != TuningMethod::full) {
        json["rank"] = plan.rank;
        json["targets"] = targets_text(plan.targets);
        json["dora"] = plan.dora;
    } else if (plan.optimizer == Optimizer::galore) {
        json["rank"] = plan.rank;
    }
    json["optimizer"] = name_of(optimizer_names(), plan.optimizer);
    json["precision"] = name_of(precision_names(), plan.precision);
    json["quant"] = name_of(quant_names(), plan.base);
    json["checkpointing"] = name_of(checkpointing_names(), plan.checkpointing);
    json["flash_attention"] = plan.flash_attention;
    if (plan.loss) { json["loss"] = name_of(loss_names(), *plan.loss); }
    json["gpus"] = plan.gpus;
    json["zero"] = a.budget.zero;
    json["offload"] = name_of(offload_names(), plan.offload);
    json["trainer"] = name_of(trainer_names(), plan.trainer);
    if (plan.corpus) { json["tokens"] = plan.corpus->count(); }
    json["margin"] = margin_text(a.deployment.margin);
    json["basis"] = choice_key(a.deployment.basis);
    if (a.deployment.activations) { json["activations"] = a.deployment.activations->count(); }
    if (a.deployment.overhead) { json["overhead"] = a.deployment.overhead->count(); }
    return json;
}

Json device_json(const TrainingFit& each) {
    if (!each.fit.fullest_device) { return nullptr; }
    const auto& device = *each.fit.fullest_device;
    Json json;
    for (const auto name : k_training_terms) {
        json[std::string(term_key(name)) + "_bytes"] = term(each.device, name).bytes->count();
    }
    json["total_bytes"] = device.total.count();
    json["required_bytes"] = band_json(device.required_low, device.required_high);
    json["usable_bytes"] = device.usable.count();
    return json;
}

Json training_fit_json(const TrainingFit& each) {
    Json json = fit_json(each.fit, device_json(each));
    // Training is sharded by data-parallel stages, not by tensors and pipelines.
    json.erase("tp");
    json.erase("pp");
    json["zero"] = each.device.zero;
    return json;
}

Json compute_json(const TrainingCompute& compute) {
    Json json;
    json["parameters"] = compute.computed.count();
    json["tokens"] = compute.tokens.count();
    json["optimal_tokens"] = compute.optimal_tokens.count();
    json["flop"] = compute.flop;
    return json;
}

Json result_json(const TrainingAssessment& a, const Speaker& say) {
    const auto& budget = a.budget;
    Json json;
    for (const auto name : k_training_terms) {
        json["terms"][std::string(term_key(name))] = term_json(term(budget, name), budget.per_device, say);
    }
    if (budget.megatron) { json["terms"]["activations"]["megatron_bytes"] = budget.megatron->count(); }
    json["per_device_bytes"] = bytes_json(budget.per_device);
    json["allocated_bytes"] = bytes_json(budget.allocated);
    json["total_bytes"] = bytes_json(budget.total);
    json["host_bytes"] = budget.host.count();
    json["trainable_parameters"] = budget.trainable.count();
    json["required_bytes"] = band_json(budget.required_low, budget.required_high);
    json["dominant_term"] = budget.dominant ? Json(term_key(*budget.dominant)) : Json(nullptr);
    json["fits"] = Json::array();
    for (const auto& each : a.fits) { json["fits"].push_back(training_fit_json(each)); }
    if (budget.deepspeed) {
        json["deepspeed_estimate"]["device_bytes"] = budget.deepspeed->device.count();
        json["deepspeed_estimate"]["host_bytes"] = budget.deepspeed->host.count();
    }
    if (a.compute) { json["compute"] = compute_json(*a.compute); }
    return json;
}

}  // namespace

std::string training_json(const TrainingAssessment& a, const Speaker& say, std::string_view version) {
    Json json;
    json["kind"] = "evaluation";
    json["seed"] = a.deployment.seed;
    json["sizer"] = program_json(version, "train");
    json["inputs"]["model"] = model_json(a.model, format_of(a.plan));
    json["inputs"]["training"] = plan_json(a);
    json["inputs"]["hardware"] = machines_json(a.deployment.machines);
    json["result"] = result_json(a, say);
    json["decisions"] = decisions_json(a.decisions, say);
    json["evidence"] = sentences(a.evidence, say);
    json["limitations"] = sentences(a.limitations, say);
    return contract_text(json);
}

}  // namespace sizer
