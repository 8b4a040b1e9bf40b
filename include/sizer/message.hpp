#pragma once

#include <cstdint>

namespace sizer {

/// Everything the program can say, by id. A room names a message and its operands; the words of each language stand in
/// data/languages, one text for each id, with the operands' names in braces.
enum class Message : std::uint16_t {
    none,

    // Errors: what is wrong.
    not_a_number,      // {text}
    not_positive,      // {text}
    number_too_large,  // {text} {most}
    not_a_size,        // {text}
    not_a_margin,      // {text}
    overflow,
    unknown_model,            // {name}
    unknown_hardware,         // {name}
    unknown_format,           // {name}
    unknown_engine,           // {name}
    bad_engine_option,        // {text}
    bad_engine_value,         // {key} {text}
    engine_needs_flash,       // {engine} {format}
    engine_head_not_blocks,   // {engine} {format} {heads} {block}
    engine_one_cache_format,  // {engine} {model}
    engine_no_cache_format,   // {engine} {format}
    unknown_command,          // {name}
    unknown_option,           // {name}
    unknown_key,              // {name}
    unknown_choice,           // {name}
    duplicate_key,            // {name}
    missing_value,            // {name}
    missing_model,
    missing_dimension,   // {name}
    too_many_arguments,  // {name}
    contradictory,       // {first} {second}
    wrong_type,          // {wanted}
    not_json,
    empty_file,
    file_too_large,  // {size} {most}
    file_not_found,
    file_unreadable,    // {reason}
    nested_too_deeply,  // {most}
    not_utf8,
    format_not_for_cache,    // {name}
    format_not_for_weights,  // {name}
    memory_unknown,          // {name}
    impossible_split,        // {degree} {heads}
    file_is_directory,
    not_gguf,          // {found}
    gguf_bad_version,  // {version}
    file_cut,          // {wanted} {left}
    bad_count,         // {name} {count} {most}
    bad_value,         // {name}
    bad_name,          // {name}
    missing_key,       // {name}
    no_tensors,
    duplicate_tensor,        // {name}
    tensor_bad_shape,        // {name}
    tensor_bad_type,         // {name} {type}
    tensor_removed_type,     // {name} {type}
    tensor_bad_offset,       // {name} {offset}
    tensor_overlap,          // {name} {other}
    missing_parts,           // {names}
    split_not_devices,       // {tensor} {pipeline} {devices}
    too_many_stages,         // {stages} {layers}
    impossible_basis,        // {basis} {model}
    bad_machine,             // {text}
    given_twice,             // {name}
    not_one_for_each_layer,  // {count} {layers}
    no_model_in_folder,

    // Errors: how to mend.
    mend_write_count,
    mend_write_tokens,
    mend_write_size,
    mend_write_margin,
    mend_did_you_mean,  // {names}
    mend_list_models,
    mend_list_hardware,
    mend_list_formats,
    mend_list_engines,
    mend_key_value,
    mend_no_keys,  // {name}
    mend_flash_or_value_format,
    mend_other_cache_format,
    mend_same_cache_format,
    mend_see_help,
    mend_choices,  // {names}
    mend_remove_one,
    mend_give_model,
    mend_give_dimension,  // {flag} {key}
    mend_write_object,
    mend_write_type,  // {wanted}
    mend_check_path,
    mend_smaller_numbers,
    mend_use_cache_format,
    mend_give_memory,       // {name}
    mend_possible_degrees,  // {names}
    mend_flatten,
    mend_save_utf8,
    mend_give_file,
    mend_download_again,
    mend_convert_again,
    mend_give_parts,     // {names}
    mend_split_devices,  // {devices}
    mend_fewer_stages,   // {layers}
    mend_other_basis,    // {names}
    mend_write_machine,
    mend_model_files,

    // Formulas.
    formula_weights_rule,         // {parameters} {width}
    formula_weights_shape,        // {tensors} {format}
    formula_weights_file,         // {tensors} {format}
    formula_weights_published,    // {format}
    formula_weights_unknown,      // {format}
    formula_kv,                   // {per_token} {tokens}
    formula_kv_window,            // {per_token} {tokens} {window}
    formula_kv_state,             // {per_token} {tokens} {state}
    formula_kv_parts,             // {per_token} {tokens} {window} {state} {index}
    formula_activations_rule,     // {sequences} {each}
    formula_activations_engine,   // {compute} {output}
    formula_overhead_rule,        // {devices} {each}
    formula_activations_sampler,  // {factor} {sequences} {vocabulary}
    formula_activations_profile,  // {tokens} {intermediate}
    formula_overhead_engine,      // {outside} {graphs}
    formula_given,
    formula_unknown,

    // Evidence: each cites numbers that stand in the result.
    evidence_total,               // {total} {low} {high}
    evidence_dominant,            // {term} {share} {bytes} {total}
    evidence_cache_over_weights,  // {cache} {weights} {times}
    evidence_weights,             // {bytes} {parameters} {format} {basis}
    evidence_rule_differs,        // {bytes} {rule}
    evidence_kv,                  // {per_token} {tokens} {bytes}
    evidence_fits,                // {machine} {required} {usable} {headroom}
    evidence_tight,               // {machine} {low} {high} {usable}
    evidence_no,                  // {machine} {required} {usable}
    evidence_seed_unused,         // {seed}
    evidence_row_taken,           // {asked} {row}

    // Limitations: what the result does not prove.
    limit_rule_weights,
    limit_rule_activations,
    limit_rule_overhead,
    limit_engine_version,   // {engine} {version}
    limit_uncalibrated,     // {engine} {term}
    limit_compute_buffer,   // {engine}
    limit_no_gpu_runtime,   // {engine}
    limit_uniform_context,  // {context}
    limit_low_bits,         // {format}
    limit_quantised_cache,  // {format}
    limit_beyond_trained,   // {context} {trained}
    limit_nominal_memory,   // {machine}
    limit_unified_memory,   // {machine}
    limit_no_fast_link,     // {machine}
    limit_plain_cache,
    limit_proposals,
    limit_given,         // {term}
    limit_confidence,    // {model}
    limit_unknown_term,  // {term} {reason}
    limit_uncounted,     // {part}
    limit_data_missing,
    limit_published_size,  // {format}
    limit_hand_picked,     // {format}

    // Decisions: the walk through the flow chart.
    question_weights,
    question_kv,
    question_total,
    question_fits,  // {machine}
    question_dominant,
    question_lever,
    answer_bytes,  // {bytes}
    answer_yes,
    answer_no,
    answer_tight,
    answer_term,  // {term}
    answer_unknown,
    because_weights,   // {parameters} {format} {basis}
    because_kv,        // {per_token} {tokens}
    because_margin,    // {total} {low} {high}
    because_fits,      // {required} {usable}
    because_missing,   // {required} {usable} {missing}
    because_share,     // {share} {total}
    because_dominant,  // {term}
    lever_kv,
    lever_weights,
    lever_activations,
    lever_overhead,
    lever_none,

    // The table.
    table_context,  // {context}
    table_batch,    // {batch}
    table_session,
    table_sessions,  // {sessions}
    table_cache,     // {format}
    table_unknown,
    table_total,
    table_required,
    table_margin,                // {margin}
    table_band,                  // {low} {high}
    table_weights_dominate,      // {share}
    table_cache_dominates,       // {share} {times}
    table_activations_dominate,  // {share}
    table_overhead_dominates,    // {share}
    table_rung_one,
    table_rung_two,
    table_rung_three,
    table_spare,            // {need} {have} {rest}
    table_missing,          // {need} {have} {rest}
    table_missing_on_one,   // {need} {have} {rest}
    table_not_proved,       // {what}
    table_not_proved_more,  // {what} {more}
    table_fits,
    table_tight,
    table_no,

    // Notes of an inspection.
    note_projector,

    // Training.
    formula_train_weights,  // {whole} {stage} {devices}
    formula_train_base_alone,
    formula_train_alone,      // {parameters}
    formula_train_gradients,  // {parameters} {whole} {stage} {devices}
    formula_train_optimizer,  // {parameters} {whole} {stage} {devices}
    formula_train_adapters,   // {parameters} {rank}
    formula_train_no_adapters,
    formula_train_activations,  // {tokens} {layers}
    formula_train_logits,       // {tokens} {vocabulary} {bytes}
    formula_train_no_logits,
    formula_train_overhead,       // {context} {fragments} {buffers}
    evidence_train_states,        // {weights} {gradients} {optimizer} {parameters}
    evidence_train_trainable,     // {trainable} {parameters} {share}
    evidence_train_device,        // {device} {allocated}
    evidence_train_total,         // {total} {devices} {low} {high}
    evidence_train_host,          // {bytes}
    evidence_train_compute,       // {tokens} {parameters} {optimal}
    evidence_train_undertrained,  // {tokens} {optimal}
    limit_train_rule,
    limit_train_activations,  // {trainer}
    limit_train_overhead,
    limit_train_loading,
    limit_train_steady,
    limit_train_offload,
    limit_train_quality,  // {format}
    limit_train_links,
    question_train_states,
    question_train_trainable,
    question_train_memory,
    answer_count,             // {count}
    because_train_states,     // {optimizer} {precision}
    because_train_trainable,  // {method} {parameters}
    because_train_device,     // {devices} {stage}
    lever_train_states,
    lever_train_weights,
    lever_train_activations,
    lever_train_logits,
    lever_train_overhead,
    option_of_inference,  // {name}
    option_of_training,   // {name}
    devices_contradict,   // {machine} {gpus}
    mend_train_base,
    mend_train_options,
    mend_train_command,
    mend_train_devices,
    note_train_title_alone,  // {model} {method} {tokens} {batch} {optimizer}
    note_train_title,        // {model} {method} {tokens} {batch} {optimizer} {devices}
    table_train_dominates,   // {term} {share} {trainable}

    // Engines with a pool.
    engine_version_unknown,  // {engine} {version}
    mend_version,
    limit_other_version,  // {engine} {version} {names}
    limit_full_pages,     // {engine}
    limit_pool_margin,    // {engine}
    evidence_pool,        // {available} {tokens} {concurrency}
    evidence_no_start,    // {engine} {context} {largest}

    because_engine_differs,  // {term} {more} {engine}
    table_alike,             // {names}
    table_spread_machine,    // {machine}

    // Levers.
    change_kv_format,      // {format}
    change_sessions,       // {sessions}
    change_batch,          // {batch}
    change_context,        // {context}
    change_weight_format,  // {format}
    change_model,          // {model}
    change_machine,        // {machine}
    change_pair,           // {first} {second}
    cost_perplexity,       // {increase}
    cost_low_bits,
    cost_cache_precision,
    question_smallest_change,  // {machine}
    question_pair,             // {machine}
    question_larger_device,
    answer_change,  // {flag}
    answer_no_change,
    answer_wrong_lever,
    because_change,           // {total} {saves}
    because_another_machine,  // {total}
    because_no_change,
    because_wrong_lever,  // {weights} {cache} {usable}
    unknown_field,        // {name}
    solved_largest,       // {field} {value} {machine}
    solved_all,           // {field} {value} {machine}
    solved_none,          // {field} {machine}
    solved_beside,        // {value} {total}
    table_levers,         // {machine}
    table_saves,          // {total} {saves}

    // Holding a budget against a log.
    missing_log,
    not_a_log,
    log_says_nothing,      // {engine}
    log_bad_number,        // {text}
    log_too_large,         // {size} {most}
    input_used_twice,      // {first} {second}
    not_a_tolerance,       // {text}
    option_of_verify,      // {name}
    option_not_of_verify,  // {name}
    mend_give_log,
    mend_whole_log,
    mend_log_number,
    mend_cut_log,
    mend_one_input,
    mend_write_tolerance,
    mend_verify_command,
    mend_leave_out,
    evidence_verify_within,    // {term} {predicted} {observed} {line} {error}
    evidence_verify_off,       // {term} {predicted} {observed} {line} {error} {tolerance}
    evidence_verify_seen,      // {term} {observed} {line}
    evidence_verify_settings,  // {names}
    limit_verify_log,          // {engine}
    limit_verify_rounding,
    limit_verify_version,      // {engine} {found} {version}
    limit_verify_no_version,   // {engine} {version}
    limit_verify_unpredicted,  // {terms}
    limit_verify_no_memory,
    limit_verify_mapped,
    limit_verify_projected,    // {engine}
    table_verify_title,        // {model} {engine} {version}
    table_verify_title_plain,  // {model} {engine}
    table_verify_settings,     // {names}
    table_verify_within,       // {tolerance}
    table_verify_off,          // {terms} {tolerance}

    count_  // how many there are; not a message
};

}  // namespace sizer
