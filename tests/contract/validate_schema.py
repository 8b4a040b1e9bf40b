#!/usr/bin/env python3
"""Hold sizer's contracts against data/contract.schema.json with an independent validator.

usage: validate_schema.py SIZER SOURCE_DIR

Runs every command line of tests/contract/determinism.txt and of tests/golden/*.args whose answer is JSON.
"""
import json, pathlib, shlex, subprocess, sys

import jsonschema

KINDS = ("evaluation", "verification")

def command_lines(source):
    for line in pathlib.Path(source, "tests/contract/determinism.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            yield shlex.split(line)
    for path in sorted(pathlib.Path(source, "tests/golden").glob("*.args")):
        yield path.read_text().split()

def main():
    sizer, source = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])  # it runs in the source folder
    schema_file = json.loads(pathlib.Path(source, "data/contract.schema.json").read_text())
    printed = json.loads(subprocess.run([sizer, "schema"], capture_output=True, text=True, check=True).stdout)
    if printed != schema_file:
        sys.exit("sizer schema prints another schema than data/contract.schema.json")
    jsonschema.Draft202012Validator.check_schema(printed)
    validator = jsonschema.Draft202012Validator(printed)
    passed = failed = 0
    for words in command_lines(source):
        done = subprocess.run([sizer, *words, "--output", "json"] if "--output" not in words else [sizer, *words],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=source)
        try:
            contract = json.loads(done.stdout)
        except ValueError:
            continue
        if not isinstance(contract, dict) or contract.get("kind") not in KINDS:
            continue
        errors = sorted(validator.iter_errors(contract), key=lambda error: list(error.path))
        for error in errors[:3]:
            print(f"{' '.join(words)}: {error.json_path}: {error.message}")
        passed, failed = passed + (not errors), failed + bool(errors)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0

if __name__ == "__main__":
    sys.exit(main())
