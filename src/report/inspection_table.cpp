#include "report/inspection_table.hpp"

#include "contract/tensor_class_name.hpp"
#include "model/kv_layout.hpp"
#include "report/columns.hpp"
#include "report/paint.hpp"
#include "report/say.hpp"

#include <algorithm>
#include <map>

namespace sizer {
namespace {

constexpr std::size_t k_label_width = 14;

class Sheet {
public:
    Sheet(const Inspection& inspection, const Terminal& terminal, Units units)
        : m_it(inspection), m_terminal(terminal), m_units(units) {}

    std::string write() {
        identity();
        dimensions();
        cache();
        tensors();
        for (const auto& note : m_it.notes) { m_out += "\n" + wrapped("note: " + say(note), width(), 2) + "\n"; }
        return m_out;
    }

private:
    [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(std::max(m_terminal.width, 40)); }

    void line(std::string_view label, const std::string& value) {
        if (value.empty()) { return; }
        m_out += wrapped(padded(std::string(label), k_label_width) + value, width(), k_label_width) + "\n";
    }

    void identity() {
        const Model& model = m_it.model;
        m_out += painted(model.name, Paint::bold, m_terminal.colour) + "\n";
        line("container", m_it.container + (m_it.version != 0 ? " version " + std::to_string(m_it.version) : ""));
        line("architecture", model.unknown_architecture.empty()
                                 ? model.architecture.name
                                 : model.unknown_architecture + " (not known: the cache cannot be computed)");
        if (model.parameters.count() == 0) { return; }
        std::string count = grouped(model.parameters.count()) + " (" + short_params(model.parameters) + ")";
        if (model.active_parameters.count() != 0 && model.active_parameters != model.parameters) {
            count += ", " + short_params(model.active_parameters) + " active";
        }
        line("parameters", count);
    }

    void dimensions() {
        const Dimensions& d = m_it.model.architecture.dims;
        const auto number = [](std::uint64_t value) { return value == 0 ? std::string() : grouped(value); };
        line("layers", number(d.layers));
        if (d.heads != 0) {
            line("heads", std::to_string(d.heads) + " query, " + std::to_string(d.kv_heads) + " key and value, of " +
                              std::to_string(d.d_head));
        }
        line("hidden", number(d.hidden_size));
        line("feed-forward", number(d.intermediate_size));
        if (d.moe.experts != 0) {
            line("experts", std::to_string(d.moe.experts) + ", " + std::to_string(d.moe.experts_per_token) +
                                " for each token, of " + grouped(d.moe.expert_intermediate_size));
        }
        line("vocabulary", number(d.vocab_size));
        line("context limit", d.max_context == 0 ? "" : grouped(d.max_context) + " tokens");
    }

    void cache() {
        const Model& model = m_it.model;
        if (!model.unknown_architecture.empty()) { return; }
        const KvLayout layout = kv_layout(model.architecture);
        if (layout.empty()) {
            line("KV cache", "none");
            return;
        }
        line("KV cache", grouped(cache_slope_f16(layout).count()) + " B for each token in f16");
        for (const auto& group : layout) { line("", group_text(group)); }
    }

    static std::string group_text(const KvGroup& group) {
        std::string text = std::to_string(group.layers) + " layers " + std::string(kv_kind_name(group.kind));
        if (group.kind == KvKind::state) {
            return text + ", " + grouped(group.conv_state_elements + group.state_elements) +
                   " elements for each sequence";
        }
        text += ", K " + grouped(group.k_elements);
        if (group.v_elements != 0) { text += " and V " + grouped(group.v_elements); }
        text += " elements for each token";
        if (group.window != 0) { text += ", the last " + grouped(group.window) + " tokens"; }
        if (group.tokens_per_entry != 1) {
            text += ", one entry for " + std::to_string(group.tokens_per_entry) + " tokens";
        }
        return text;
    }

    void tensors() {
        const auto& file = m_it.model.file;
        if (!file || file->sums.empty()) { return; }
        struct Total {
            std::uint64_t tensors = 0;
            std::uint64_t elements = 0;
            Bytes bytes;
        };
        std::map<std::string, Total> by_type;
        Total all;
        for (const auto& sum : file->sums) {
            const std::string type = sum.cls == TensorClass::mtp ? sum.type + " (MTP, not loaded)" : sum.type;
            for (Total* total : {&by_type[type], &all}) {
                total->tensors += sum.tensors;
                total->elements = checked_add(total->elements, sum.elements);
                total->bytes += sum.bytes;
            }
        }
        std::vector<std::vector<std::string>> rows{{"type", "tensors", "elements", "bytes", "bits/weight"}};
        const auto add = [&](const std::string& type, const Total& total) {
            constexpr std::uint64_t k_bits = 8;
            const Ratio bits{checked_mul(total.bytes.count(), k_bits), std::max<std::uint64_t>(total.elements, 1)};
            rows.push_back({type, grouped(total.tensors), grouped(total.elements), short_bytes(total.bytes, m_units),
                            decimal(bits)});
        };
        for (const auto& [type, total] : by_type) { add(type, total); }
        add(file->type.empty() ? "all" : "all, " + file->type, all);
        m_out += "\n" + aligned_columns(rows, m_terminal);
    }

    const Inspection& m_it;
    const Terminal& m_terminal;
    Units m_units;
    std::string m_out;
};

}  // namespace

std::string inspection_table(const Inspection& inspection, const Terminal& terminal, Units units) {
    return Sheet(inspection, terminal, units).write();
}

}  // namespace sizer
