#include "report/say.hpp"

namespace sizer {

// One text for each id of message.hpp, in its order. The compiler refuses this file when one is missing.
std::string_view english(Message id) {
    switch (id) {
    case Message::none:
    case Message::count_: return "";

    case Message::not_a_number: return "\"{text}\" is not a whole number";
    case Message::not_positive: return "\"{text}\" must be greater than zero";
    case Message::number_too_large: return "\"{text}\" is too large; the most is {most}";
    case Message::not_a_size: return "\"{text}\" is not a size in bytes";
    case Message::not_a_margin: return "\"{text}\" is not a margin";
    case Message::overflow: return "the numbers together exceed 64 bits";
    case Message::unknown_model: return "unknown model \"{name}\"";
    case Message::unknown_hardware: return "unknown hardware \"{name}\"";
    case Message::unknown_format: return "unknown format \"{name}\"";
    case Message::unknown_engine: return "unknown engine \"{name}\"";
    case Message::bad_engine_option: return "\"{text}\" is not KEY=VALUE";
    case Message::bad_engine_value: return "{key} cannot be \"{text}\"";
    case Message::engine_needs_flash: return "{engine} refuses a {format} V cache without flash attention";
    case Message::engine_head_not_blocks:
        return "{engine} refuses a {format} cache: heads of {heads} elements are not whole blocks of {block}";
    case Message::engine_one_cache_format:
        return "{engine} refuses K and V caches of different formats for {model}, whose V is read from K's rows";
    case Message::engine_no_cache_format: return "{engine} has no KV cache in {format}";
    case Message::unknown_command: return "unknown command \"{name}\"";
    case Message::unknown_option: return "unknown option \"{name}\"";
    case Message::unknown_key: return "unknown key \"{name}\"";
    case Message::unknown_choice: return "\"{name}\" is not one of the choices";
    case Message::duplicate_key: return "the key \"{name}\" stands twice";
    case Message::missing_value: return "a value is missing";
    case Message::missing_model: return "no model given";
    case Message::missing_dimension: return "{name} is not known";
    case Message::too_many_arguments: return "unexpected argument \"{name}\"";
    case Message::contradictory: return "{first} and {second} contradict each other";
    case Message::wrong_type: return "must be {wanted}";
    case Message::not_json: return "not JSON";
    case Message::empty_file: return "the file is empty";
    case Message::file_too_large: return "the file has {size}; the most is {most}";
    case Message::file_not_found: return "no such file";
    case Message::file_unreadable: return "cannot be read: {reason}";
    case Message::nested_too_deeply: return "nested more than {most} levels deep";
    case Message::not_utf8: return "not UTF-8";
    case Message::format_not_for_cache: return "{name} is not a format of the KV cache";
    case Message::format_not_for_weights: return "{name} is a format of the KV cache, not of weights";
    case Message::memory_unknown: return "the memory size of {name} is not known";
    case Message::impossible_split: return "tensor parallel {degree} does not divide the model's {heads} heads";
    case Message::file_is_directory: return "this is a directory";
    case Message::not_gguf: return "not a GGUF file: it begins with \"{found}\"";
    case Message::gguf_bad_version: return "GGUF version {version} is not supported; versions 2 and 3 are";
    case Message::file_cut: return "the file is cut: {wanted} more are needed here and {left} are left";
    case Message::bad_count: return "{name} is {count}; the most is {most}";
    case Message::bad_value: return "\"{name}\" holds a value that it cannot have";
    case Message::bad_name: return "\"{name}\" cannot be a name: it is empty or too long";
    case Message::missing_key: return "the key \"{name}\" is missing";
    case Message::no_tensors: return "the file holds no tensors";
    case Message::duplicate_tensor: return "the tensor \"{name}\" stands twice";
    case Message::tensor_bad_shape: return "the tensor \"{name}\" has impossible dimensions";
    case Message::tensor_bad_type: return "the tensor \"{name}\" has the unknown type {type}";
    case Message::tensor_removed_type: return "the tensor \"{name}\" has the type {type}, which engines no longer read";
    case Message::tensor_bad_offset: return "the tensor \"{name}\" cannot begin at offset {offset} of the data";
    case Message::tensor_overlap: return "the tensors \"{name}\" and \"{other}\" overlap";
    case Message::missing_parts: return "parts of the model are missing: {names}";
    case Message::split_not_devices:
        return "tensor parallel {tensor} x pipeline parallel {pipeline} is not the machine's {devices} devices";
    case Message::too_many_stages: return "{stages} pipeline stages for {layers} layers";
    case Message::impossible_basis: return "{model} has no weights on the basis \"{basis}\"";
    case Message::bad_machine: return "\"{text}\" is not a machine";
    case Message::given_twice: return "given more than once";
    case Message::no_model_in_folder: return "the folder holds no model";
    case Message::not_one_for_each_layer: return "has {count} entries for {layers} layers";

    case Message::mend_write_count: return "write a number such as 8192, 70e9 or 70B";
    case Message::mend_write_tokens: return "write a number of tokens such as 8192 or 8k (k is 1,024)";
    case Message::mend_write_size: return "write a number with its unit, such as 4GB or 4GiB";
    case Message::mend_write_margin: return "write per cent: one number such as 20, or a band such as 15-20";
    case Message::mend_did_you_mean: return "did you mean {names}?";
    case Message::mend_list_models: return "\"sizer models\" lists the models; a file or a folder can be given too";
    case Message::mend_list_hardware: return "\"sizer hardware\" lists the machines";
    case Message::mend_list_formats: return "\"sizer formats\" lists the formats";
    case Message::mend_list_engines: return "\"sizer engines\" lists the engines";
    case Message::mend_key_value: return "write NAME:KEY=VALUE,KEY=VALUE; \"sizer engines NAME\" lists the keys";
    case Message::mend_no_keys: return "{name} has no keys";
    case Message::mend_flash_or_value_format: return "choose flash_attn=on, or f16 for V: --kv-format q8_0/f16";
    case Message::mend_other_cache_format: return "write one of f32, f16, bf16, q8_0, q5_1, q5_0, q4_1, q4_0, iq4_nl";
    case Message::mend_same_cache_format: return "give one format for both";
    case Message::mend_see_help: return "\"sizer --help\" shows the commands and options";
    case Message::mend_choices: return "write one of {names}";
    case Message::mend_remove_one: return "remove one of them";
    case Message::mend_give_model: return "give --model NAME or FILE, or --params, --layers, --kv-heads and --d-head";
    case Message::mend_give_dimension: return "give {flag}, or \"{key}\" in the model's file";
    case Message::mend_write_object: return "write one JSON object, keys and their values";
    case Message::mend_write_type: return "write {wanted}";
    case Message::mend_check_path: return "check the path";
    case Message::mend_smaller_numbers: return "check the numbers: no machine has that much memory";
    case Message::mend_use_cache_format:
        return "write one of f16, bf16, fp8, int8, q8_0, q4_0, or K/V such as q8_0/f16";
    case Message::mend_give_memory: return "give its size: {name}:64GB";
    case Message::mend_possible_degrees: return "possible degrees: {names}";
    case Message::mend_flatten: return "a specification is flat: key and value";
    case Message::mend_save_utf8: return "save the file as UTF-8";
    case Message::mend_give_file: return "give a model file";
    case Message::mend_download_again: return "the file is damaged or incomplete: download it again";
    case Message::mend_convert_again: return "convert the model again with a current converter";
    case Message::mend_give_parts: return "put these beside the first part: {names}";
    case Message::mend_split_devices: return "choose --tp and --pp so that their product is {devices}";
    case Message::mend_fewer_stages: return "a stage holds at least one layer: at most {layers}";
    case Message::mend_other_basis: return "write one of {names}";
    case Message::mend_model_files: return "a model is a .gguf file, safetensors files, or a config.json";
    case Message::mend_write_machine: return "write NAME or NxNAME, such as h100 or 2xh100";

    case Message::formula_weights_rule: return "{parameters} parameters x {width} bytes";
    case Message::formula_weights_shape: return "{tensors} tensors in {format}";
    case Message::formula_weights_published: return "published size in {format}";
    case Message::formula_weights_unknown: return "not known: {format} follows no recipe";
    case Message::formula_weights_file: return "{tensors} tensors of the file";
    case Message::formula_kv: return "{per_token}/token x {tokens} tokens";
    case Message::formula_kv_window: return "{per_token}/token x {tokens} tokens + {window} window";
    case Message::formula_kv_state: return "{per_token}/token x {tokens} tokens + {state} state";
    case Message::formula_kv_parts:
        return "{per_token}/token x {tokens} tokens + {window} window + {state} state + {index} index";
    case Message::formula_activations_rule: return "{each} x {sequences} in flight";
    case Message::formula_activations_engine: return "{compute} compute + {output} output";
    case Message::formula_overhead_rule: return "{devices} x {each} a device";
    case Message::formula_given: return "given by hand";
    case Message::formula_unknown: return "not known: architecture \"{reason}\"";

    case Message::evidence_total: return "The total is {total}; with the margin it requires {low} to {high}.";
    case Message::evidence_dominant: return "{term} dominates: {bytes} of {total}, {share} % of the total.";
    case Message::evidence_cache_over_weights: return "The KV cache, {cache}, is {times} times the weights, {weights}.";
    case Message::evidence_weights:
        return "The weights take {bytes}: {parameters} parameters in {format}, basis {basis}.";
    case Message::evidence_rule_differs: return "The weights take {bytes}; the rule of thumb would say {rule}.";
    case Message::evidence_kv: return "The KV cache takes {bytes}: {per_token} for each token, {tokens} tokens.";
    case Message::evidence_fits:
        return "{machine}: fits. {required} required at the upper margin, {usable} usable, {headroom} spare.";
    case Message::evidence_tight:
        return "{machine}: tight. Its fullest device requires {low} to {high} and has {usable}.";
    case Message::evidence_no:
        return "{machine}: no. Its fullest device requires {required} at the upper margin and has {usable}.";
    case Message::evidence_seed_unused: return "Nothing random was used: the seed {seed} did not affect the result.";
    case Message::evidence_row_taken: return "\"{asked}\" was taken as the catalogue's row {row}.";

    case Message::limit_rule_weights:
        return "The weights are the rule of thumb: real files differ by several per cent, since formats mix widths.";
    case Message::limit_rule_activations:
        return "The activations are the course's 125 MB for each sequence, not what an engine allocates.";
    case Message::limit_rule_overhead:
        return "The overhead is the course's 2 GB for each device; drivers and engines differ.";
    case Message::limit_engine_version:
        return "The numbers are those of {engine} {version}; other versions allocate differently.";
    case Message::limit_uncalibrated: return "{term} was not held against measurements of {engine}.";
    case Message::limit_compute_buffer:
        return "The compute buffer of this architecture in {engine} was not measured, or scatters by more than 5 % "
               "around the "
               "formula.";
    case Message::limit_no_gpu_runtime:
        return "The driver's context and its workspaces are not in {engine}'s own buffers: they are the overhead term.";
    case Message::limit_uniform_context:
        return "Every session is taken to fill its context of {context} tokens at the same time; real lengths vary.";
    case Message::limit_low_bits:
        return "{format} is under four bits: the result says nothing of quality; measure it with your own evals.";
    case Message::limit_quantised_cache:
        return "The KV cache in {format} loses precision, and not every engine supports it; measure its effect.";
    case Message::limit_beyond_trained:
        return "The context of {context} tokens is beyond the {trained} that the model was trained for.";
    case Message::limit_nominal_memory:
        return "The usable memory of {machine} is nominal (GB x 1e9): no driver figure is known.";
    case Message::limit_unified_memory:
        return "{machine} shares its memory with the system: usable is the GPU's default limit or what the driver "
               "reports.";
    case Message::limit_no_fast_link:
        return "{machine} has no fast link between devices: tensor parallel over PCIe fits, but is slower.";
    case Message::limit_plain_cache:
        return "The KV cache is the plain formula: every layer is taken to keep every token, without windows or "
               "latents.";
    case Message::limit_proposals:
        return "No machine was asked for: those listed are the smallest of each rung that fit, and the nearest that do "
               "not.";
    case Message::limit_given: return "{term} was given by hand and not checked.";
    case Message::limit_confidence: return "The catalogue's row of {model} rests on weak sources.";
    case Message::limit_unknown_term: return "{term} cannot be known: {reason}";
    case Message::limit_published_size:
        return "The weights are the published size of one file in {format}, a hand-picked mixture; other files differ.";
    case Message::limit_hand_picked:
        return "The weights cannot be known: {format} is a hand-picked mixture that no recipe gives, and the catalogue "
               "has "
               "no published size of this model in it; give the file itself.";
    case Message::limit_uncounted:
        return "The weights leave out what {part} of the config describes: its tensors are not known.";
    case Message::limit_data_missing:
        return "The file holds less data than its header lists: sizes are from the header; the model cannot be loaded "
               "so.";

    case Message::question_weights: return "How much do the weights take?";
    case Message::question_kv: return "How much does the KV cache take?";
    case Message::question_total: return "How much is required, with the margin?";
    case Message::question_fits: return "Does it fit {machine}?";
    case Message::question_dominant: return "Which term dominates?";
    case Message::question_lever: return "Which lever follows?";
    case Message::answer_bytes: return "{bytes}";
    case Message::answer_yes: return "yes";
    case Message::answer_no: return "no";
    case Message::answer_tight: return "tight";
    case Message::answer_term: return "{term}";
    case Message::answer_unknown: return "unknown";
    case Message::because_weights: return "{parameters} parameters in {format}, basis {basis}";
    case Message::because_kv: return "{per_token}/token x {tokens} tokens";
    case Message::because_margin: return "total {total}, required {low} to {high}";
    case Message::because_fits: return "its fullest device requires {required} and has {usable}";
    case Message::because_missing:
        return "its fullest device requires {required} and has {usable}: {missing} missing at the upper margin";
    case Message::because_share: return "{share} % of {total}";
    case Message::because_dominant: return "{term} dominates";
    case Message::lever_kv: return "the cache: 8-bit KV, fewer sessions or less context, before a larger device";
    case Message::lever_weights: return "the weights: a lower weight format or a smaller model of the family";
    case Message::lever_activations: return "the sequences in flight: a smaller batch or fewer sessions";
    case Message::lever_overhead: return "fewer devices: overhead is paid once for each";
    case Message::lever_none: return "none is needed";

    case Message::formula_activations_sampler: return "{factor} x {sequences} x {vocabulary} x 4 B";
    case Message::formula_activations_profile: return "{tokens} tokens x 4 x {intermediate} x 2 B";
    case Message::formula_overhead_engine: return "{outside} + {graphs} graphs";
    case Message::engine_version_unknown: return "\"{version}\" is no version of {engine}";
    case Message::mend_version: return "write it as 0.19";
    case Message::limit_other_version:
        return "The constants of {engine} are those of {names}: {version} may allocate otherwise.";
    case Message::limit_full_pages:
        return "{engine} is taken to keep full pages for layers with a window, as many of its versions do; newer ones "
               "may need less.";
    case Message::limit_pool_margin:
        return "{engine} takes its share of the device at the start and gives what is left to the cache: the verdict "
               "asks for the margin beside it.";
    case Message::evidence_pool:
        return "{available} are left for the cache: {tokens} tokens, {concurrency} requests of the full context at "
               "once.";
    case Message::evidence_no_start:
        return "{engine} will not start with a context of {context} tokens: the largest that would is {largest}.";
    case Message::because_engine_differs: return "{term}: {more} more than in {engine}";
    case Message::table_alike: return "the same for {names}";
    case Message::table_spread_machine:
        return "Verdicts are on {machine}. sizer --engine NAME shows an engine's account.";
    case Message::change_kv_format: return "a KV cache in {format}";
    case Message::change_sessions: return "{sessions} sessions at once";
    case Message::change_batch: return "a batch of {batch}";
    case Message::change_context: return "a context of {context} tokens";
    case Message::change_weight_format: return "weights in {format}";
    case Message::change_model: return "the smaller {model}, of the same family";
    case Message::change_machine: return "another machine, {machine}";
    case Message::change_pair: return "{first} and {second}";
    case Message::cost_perplexity: return "perplexity +{increase} % over 16 bits, measured on Llama 3 8B";
    case Message::cost_low_bits: return "under four bits: measure with your own evals";
    case Message::cost_cache_precision: return "the cache loses precision: measure with your own evals";
    case Message::question_smallest_change: return "Which single change makes it fit {machine}?";
    case Message::question_pair: return "Which pair of gentle changes makes it fit {machine}?";
    case Message::question_larger_device: return "Is a larger device for the weights the lever?";
    case Message::answer_change: return "{flag}";
    case Message::answer_no_change: return "none";
    case Message::answer_wrong_lever: return "no, it is the wrong lever";
    case Message::because_change: return "total {total}, {saves} less";
    case Message::because_another_machine: return "total {total}, on more memory";
    case Message::because_no_change: return "each was recomputed and still does not fit";
    case Message::because_wrong_lever:
        return "the weights take {weights} of the {usable} of a device; what does not fit beside them is the cache of "
               "{cache}";
    case Message::unknown_field: return "\"{name}\" is not something to solve for";
    case Message::solved_largest: return "{field} {value} is what fits {machine} at the upper margin.";
    case Message::solved_all:
        return "{field} {value} fits {machine} at the upper margin, and is the last there is to try.";
    case Message::solved_none: return "No {field} fits {machine}: not even the least that was tried.";
    case Message::solved_beside: return "{value} does not: its total is {total}.";
    case Message::table_levers: return "What would change it, on {machine}:";
    case Message::table_saves: return "{total}, {saves} less";

    case Message::table_context: return "{context} tokens";
    case Message::table_batch: return " x batch {batch}";
    case Message::table_session: return " x 1 session";
    case Message::table_sessions: return " x {sessions} sessions";
    case Message::table_cache: return "KV {format}";
    case Message::table_unknown: return "unknown";
    case Message::table_total: return "total";
    case Message::table_required: return "required";
    case Message::table_margin: return "with a margin of {margin} %";
    case Message::table_band: return "{low} to {high}";
    case Message::table_weights_dominate: return "The weights dominate: {share} % of the total.";
    case Message::table_cache_dominates:
        return "The KV cache dominates: {share} % of the total, {times} x the weights.";
    case Message::table_activations_dominate: return "The activations dominate: {share} % of the total.";
    case Message::table_overhead_dominates: return "The overhead dominates: {share} % of the total.";
    case Message::table_rung_one: return "a laptop or desktop";
    case Message::table_rung_two: return "a workstation or small server";
    case Message::table_rung_three: return "a node of up to 8, or several";
    case Message::table_spare: return "{need} of {have}, {rest} spare";
    case Message::table_missing: return "{need} of {have}, {rest} missing";
    case Message::table_missing_on_one: return "{need} of {have} on one device, {rest} missing";
    case Message::table_not_proved: return "Not proved: {what}";
    case Message::table_not_proved_more: return "Not proved: {what} ({more} more with --output json)";
    case Message::table_fits: return "fits";
    case Message::table_tight: return "tight";
    case Message::table_no: return "no";

    case Message::note_projector: return "A projector: image weights alone, loaded beside a language model.";

    case Message::formula_train_weights: return "{whole} of the model, ZeRO stage {stage} on {devices} devices";
    case Message::formula_train_base_alone: return "the whole model";
    case Message::formula_train_alone: return "of {parameters} parameters";
    case Message::formula_train_gradients:
        return "of {parameters} parameters {whole}, ZeRO stage {stage} on {devices} devices";
    case Message::formula_train_optimizer:
        return "of {parameters} parameters {whole}, ZeRO stage {stage} on {devices} devices";
    case Message::formula_train_adapters: return "{parameters} parameters of rank {rank}";
    case Message::formula_train_no_adapters: return "none: all weights are trained";
    case Message::formula_train_activations: return "{tokens} tokens through {layers} layers";
    case Message::formula_train_logits: return "{tokens} tokens x {vocabulary} words x {bytes} bytes";
    case Message::formula_train_no_logits: return "the rule of thumb has none";
    case Message::formula_train_overhead: return "{context} driver + {fragments} fragments + {buffers} buffers";
    case Message::evidence_train_states:
        return "The model's states take {weights} of weights, {gradients} of gradients and {optimizer} of optimizer on "
               "each device.";
    case Message::evidence_train_trainable: return "{trainable} of {parameters} parameters are trained.";
    case Message::evidence_train_device:
        return "Each device shows {device}, of which the framework reports {allocated} as allocated.";
    case Message::evidence_train_total:
        return "All devices together hold {total}; with the margin each requires {low} to {high}.";
    case Message::evidence_train_host: return "The hosts hold {bytes} of offloaded states.";
    case Message::evidence_train_compute:
        return "{tokens} tokens through {parameters} parameters are 6 N D; {optimal} tokens would be compute-optimal.";
    case Message::evidence_train_undertrained:
        return "{tokens} tokens are fewer than the {optimal} that are compute-optimal: a smaller model would learn as "
               "much.";
    case Message::limit_train_rule:
        return "The account is the rule of thumb: no logits, 125 MB of activations for each sequence, adapters of one "
               "parameter in a hundred.";
    case Message::limit_train_activations:
        return "Activations are counted operation by operation as {trainer} keeps them; versions and kernels differ.";
    case Message::limit_train_overhead:
        return "The driver's context and the allocator's fragmentation are typical figures, not this machine's.";
    case Message::limit_train_loading:
        return "Loading a checkpoint may need more than a step: whole copies on each device, or 16-bit weights before "
               "they are quantised.";
    case Message::limit_train_steady:
        return "Every micro-batch is taken to be full; evaluation, generation and saving are not counted.";
    case Message::limit_train_offload:
        return "Offloaded states travel over the host's link in each step: it fits, but is slower.";
    case Message::limit_train_quality:
        return "A base in {format} trains to another result than one in 16 bits; measure it with your own evals.";
    case Message::limit_train_links:
        return "The communication of sharded training is not counted: slow links make slow steps.";
    case Message::question_train_states: return "How much do weights, gradients and optimizer take?";
    case Message::question_train_trainable: return "How many parameters are trained?";
    case Message::question_train_memory: return "How much does each device need, with the margin?";
    case Message::answer_count: return "{count}";
    case Message::because_train_states: return "{optimizer} in {precision}";
    case Message::because_train_trainable: return "method {method}";
    case Message::because_train_device: return "{devices} devices, ZeRO stage {stage}";
    case Message::lever_train_states:
        return "the states: adapters (LoRA), an 8-bit optimizer, or more ZeRO stages and devices";
    case Message::lever_train_weights: return "the weights: a 4-bit base (QLoRA), or ZeRO stage 3 on more devices";
    case Message::lever_train_activations:
        return "the activations: checkpointing, shorter sequences or a smaller micro-batch";
    case Message::lever_train_logits: return "the logits: a chunked or fused loss, or a smaller micro-batch";
    case Message::lever_train_overhead: return "fewer buffers: a lower ZeRO stage or fewer gathered layers";
    case Message::option_of_inference: return "{name} belongs to the inference budget, not to \"sizer train\"";
    case Message::option_of_training: return "{name} belongs to \"sizer train\"";
    case Message::devices_contradict: return "{machine} and --gpus {gpus} contradict each other";
    case Message::mend_train_options:
        return "leave it out; tokens are --seq and --batch here, the base's format is --quant and --precision";
    case Message::mend_train_command: return "write \"sizer train\", or leave it out";
    case Message::mend_train_devices: return "leave --gpus out: the machine's devices are taken";
    case Message::note_train_title_alone:
        return "{model}, {method}, {batch} x {tokens} tokens, {optimizer}, one device";
    case Message::note_train_title:
        return "{model}, {method}, {batch} x {tokens} tokens, {optimizer}, each of {devices} devices";
    case Message::table_train_dominates:
        return "{term} dominates: {share} % of a device; {trainable} parameters are trained.";
    case Message::mend_train_base: return "quantised weights cannot be trained: write --method qlora, or --quant none";
    case Message::missing_log: return "no log given";
    case Message::not_a_log: return "no start of llama.cpp, Ollama or vLLM is in this log";
    case Message::log_says_nothing:
        return "a start of {engine} is in this log, but no line that says what it allocated";
    case Message::log_bad_number: return "\"{text}\" is not a number that an engine prints here";
    case Message::log_too_large: return "the log has {size} or more; the most is {most}";
    case Message::input_used_twice: return "{first} and {second} cannot both be standard input";
    case Message::not_a_tolerance: return "\"{text}\" is not a tolerance";
    case Message::option_of_verify: return "{name} belongs to \"sizer verify\"";
    case Message::option_not_of_verify: return "{name} does not belong to \"sizer verify\"";
    case Message::mend_give_log: return "write sizer verify LOG --model NAME; \"-\" is standard input";
    case Message::mend_whole_log:
        return "give the log from the engine's start until it is ready; llama-server may need --verbose, Ollama "
               "OLLAMA_DEBUG=1";
    case Message::mend_log_number: return "the line is damaged: save the log again, or cut the line out";
    case Message::mend_cut_log: return "cut the start out of it, such as with head";
    case Message::mend_one_input: return "give one of the two as a file";
    case Message::mend_write_tolerance: return "write it in per cent from 0 to 100, with at most one decimal: 5, 2.5";
    case Message::mend_verify_command: return "write \"sizer verify LOG\", or leave it out";
    case Message::mend_leave_out: return "leave it out";
    case Message::evidence_verify_within:
        return "{term}: predicted {predicted}, observed {observed} (line {line}), off by {error} %.";
    case Message::evidence_verify_off:
        return "{term}: predicted {predicted}, observed {observed} (line {line}), off by {error} %, more than the "
               "{tolerance} % allowed.";
    case Message::evidence_verify_seen: return "{term}: observed {observed} (line {line}); not predicted.";
    case Message::evidence_verify_settings: return "Taken from the log: {names}.";
    case Message::limit_verify_log:
        return "The log has what {engine} asked for: what the driver's context, libraries and fragments take beside it "
               "is not in it and was not compared.";
    case Message::limit_verify_rounding:
        return "The log rounds its numbers; a difference within that rounding counts as agreement.";
    case Message::limit_verify_version:
        return "The log is of {engine} {found}, the formulas are of {version}: a difference may be the version's.";
    case Message::limit_verify_no_version:
        return "The log does not name its version; the formulas are of {engine} {version}.";
    case Message::limit_verify_unpredicted: return "Observed but not predicted, so not judged: {terms}.";
    case Message::limit_verify_no_memory:
        return "Neither the log nor the command line says how much memory the device has: the pool for the cache was "
               "not "
               "predicted; give --hardware.";
    case Message::limit_verify_mapped:
        return "A mapped buffer of the host spans the file from its first used tensor to the last, those on the device "
               "between them included.";
    case Message::limit_verify_projected:
        return "The log only has {engine}'s own projection, in whole MiB, which it makes before it loads.";
    case Message::table_verify_title: return "{model}, held against a log of {engine} {version}";
    case Message::table_verify_title_plain: return "{model}, held against a log of {engine}";
    case Message::table_verify_settings: return "from the log: {names}";
    case Message::table_verify_within: return "Every term is within {tolerance} %.";
    case Message::table_verify_off: return "Off by more than {tolerance} %: {terms}.";
    }
    return "";
}

}  // namespace sizer
