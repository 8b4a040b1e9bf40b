#include "spec/deployment_spec_json.hpp"

#include "spec/json_text.hpp"
#include "spec/object_reader.hpp"
#include "spec/size_text.hpp"
#include "spec/spec_numbers_json.hpp"
#include "spec/text_file.hpp"

namespace sizer {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t k_most_degree = 65'536;

/// Reads the keys one by one; each reads what a person may write there.
class Reader {
public:
    Reader(const Json& json, const std::string& file) : m_file(file), m_object(json, file, "", m_problems) {}

    DeploymentSpec read() {
        DeploymentSpec spec;
        spec.context =
            number("context", [](const auto& text, const auto& at) { return parse_tokens(text, at).count(); });
        spec.batch = count("batch", k_most_sequences);
        spec.sessions = count("sessions", k_most_sequences);
        spec.kv_format = m_object.text("kv_format");
        read_engine(spec);
        spec.margin = margin();
        spec.basis = m_object.text("basis");
        spec.hardware = hardware();
        spec.tp = count("tp", k_most_degree);
        spec.pp = count("pp", k_most_degree);
        spec.seed = number("seed", [](const auto& text, const auto& at) {
            return text == "0" ? 0 : parse_count(text, at, INT64_MAX);
        });
        spec.activations = size("activations");
        spec.overhead = size("overhead");
        m_object.refuse_unknown_keys();
        if (!m_problems.empty()) { throw InputError(m_problems); }
        return spec;
    }

private:
    [[nodiscard]] Place at(std::string_view key) const { return {m_file, '/' + pointer_step(key)}; }

    template <class Read>
    void attempt(Read&& read) {
        try {
            read();
        } catch (const InputError& error) {
            m_problems.insert(m_problems.end(), error.problems().begin(), error.problems().end());
        }
    }

    template <class Parse>
    std::optional<std::uint64_t> number(std::string_view key, Parse&& parse) {
        std::optional<std::uint64_t> result;
        const Json* const value = m_object.value(key);
        if (value == nullptr) { return result; }
        attempt([&] {
            if (!may_be_number(*value)) { throw InputError(wrong_type(at(key), "a whole number")); }
            result = parse(number_text(*value), at(key));
        });
        return result;
    }
    std::optional<std::uint64_t> count(std::string_view key, std::uint64_t most) {
        return number(key, [most](const auto& text, const auto& where) { return parse_count(text, where, most); });
    }
    std::optional<std::uint64_t> size(std::string_view key) {
        return number(key, [](const auto& text, const auto& where) { return parse_size(text, where).count(); });
    }

    /// 20, "15-20" or [15, 20].
    std::optional<Margin> margin() {
        std::optional<Margin> result;
        const Json* const value = m_object.value("margin");
        if (value == nullptr) { return result; }
        const bool band =
            value->is_array() && value->size() == 2 && may_be_number((*value)[0]) && may_be_number((*value)[1]);
        attempt([&] {
            if (!band && !may_be_number(*value)) {
                throw InputError(wrong_type(at("margin"), "a number or a band such as \"15-20\""));
            }
            const auto text = band ? number_text((*value)[0]) + '-' + number_text((*value)[1]) : number_text(*value);
            result = parse_margin(text, at("margin"));
        });
        return result;
    }

    /// one machine, or several.
    std::vector<std::string> hardware() {
        const Json* const value = m_object.value("hardware");
        if (value != nullptr && value->is_string()) { return {value->get<std::string>()}; }
        return m_object.texts("hardware");
    }

    void read_engine(DeploymentSpec& spec) {
        spec.engine = m_object.text("engine");
        const auto options = m_object.object("engine_options");
        if (!options) { return; }
        for (const auto& [key, value] : options->json().items()) {
            if (value.is_structured() || value.is_null()) {
                const Place where{m_file, "/engine_options/" + pointer_step(key)};
                m_problems.push_back(wrong_type(where, "a text, a number, true or false"));
            } else {
                spec.engine_options.emplace_back(key, number_text(value));
            }
        }
    }

    const std::string& m_file;
    std::vector<Problem> m_problems;
    ObjectReader m_object;
};

}  // namespace

DeploymentSpec deployment_spec_from_json(std::string_view text, const std::string& file) {
    const Json json = parse_json_text(text, file);
    if (!json.is_object()) {
        throw InputError(Problem{
            {Message::wrong_type, {{"wanted", std::string("an object")}}}, {file, ""}, {Message::mend_write_object}});
    }
    return Reader(json, file).read();
}

DeploymentSpec read_deployment_spec(const std::string& path, std::istream& in) {
    return deployment_spec_from_json(read_text(path, in), path);
}

}  // namespace sizer
