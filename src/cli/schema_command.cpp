#include "cli/commands.hpp"

#include "catalog/schema_text.hpp"

#include <ostream>

namespace sizer {

int schema_command(std::ostream& out) {
    out << k_contract_schema;
    return k_done;
}

}  // namespace sizer
