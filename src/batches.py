"""Sorts sources into batches to be compiled as one unit each, so that no two of a batch share a file-local name.

    batches.py SIZE SOURCE...        prints one line a source: its batch's number, and its path
"""

import re
import sys

LOCAL = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.M | re.S)
# At the margin of an anonymous namespace: the name that a declaration introduces.
DECLARED = re.compile(r"^(?!using namespace|using enum|template|//|#|\}|\s).*?\b(\w+)\s*(?:\(|=|\{|\[|;|$)", re.M)
ALIAS = re.compile(r"^(?:using|namespace) (\w+) =", re.M)


def local_names(text):
    return {name for body in LOCAL.findall(text) for name in DECLARED.findall(body)} | set(ALIAS.findall(text))


size, sources = int(sys.argv[1]), sys.argv[2:]
batches = []
for source in sources:
    with open(source, encoding="utf-8") as file:
        names = local_names(file.read())
    for number, (count, taken) in enumerate(batches):
        if count < size and not names & taken:
            batches[number] = (count + 1, taken | names)
            break
    else:
        number = len(batches)
        batches.append((1, names))
    print(number, source)
