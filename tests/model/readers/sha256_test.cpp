#include "model/readers/sha256.hpp"

#include <catch2/catch.hpp>

#include <string_view>

using namespace sizer;

namespace {

std::string digest(std::string_view text) {
    Sha256 hash;
    hash.add(std::as_bytes(std::span(text)));
    return hash.hexadecimal();
}

}  // namespace

// Source: FIPS 180-4's example values (NIST, "SHA256.pdf" and the CAVP short-message vectors).
TEST_CASE("SHA-256 gives the published digests", "[readers]") {
    CHECK(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(
        digest(
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstn"
            "opqrstu") == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    CHECK(digest(std::string(1'000'000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("SHA-256 does not depend on how the bytes come in", "[readers]") {
    const std::string text(200, 'x');
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        Sha256 hash;
        const auto bytes = std::as_bytes(std::span(text));
        hash.add(bytes.first(cut));
        hash.add(bytes.subspan(cut));
        CHECK(hash.hexadecimal() == digest(text));
    }
}
