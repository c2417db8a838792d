"""What the scripts of the Python peer share: facts, expectations, a time limit, exit codes."""

import asyncio
import json
import sys
from collections.abc import Coroutine
from typing import Any

MODERN_VERSION = "2026-07-28"
LEGACY_VERSION = "2025-11-25"
DEADLINE_SECONDS = 60
USAGE_EXIT_CODE = 2


class Unexpected(Exception):
    """A fact that is not as it must be."""


def fact(name: str, value: Any) -> None:
    print(json.dumps({"fact": name, "value": value}, ensure_ascii=False), flush=True)


def require(condition: bool, sentence: str) -> None:
    if not condition:
        raise Unexpected(sentence)


def version_of(mode: str) -> str:
    return MODERN_VERSION if mode == "modern" else LEGACY_VERSION


def run(title: str, talk: Coroutine[Any, Any, None]) -> int:
    """Runs the conversation, and says in one sentence on stderr why it did not go well."""
    try:
        asyncio.run(asyncio.wait_for(talk, DEADLINE_SECONDS))
    except Unexpected as unexpected:
        print(f"{title}: {unexpected}", file=sys.stderr)
        return 1
    except TimeoutError as error:
        print(f"{title}: a time limit passed; what was done stands above. {error}", file=sys.stderr)
        return 1
    except BaseExceptionGroup as group:
        first: BaseException = group
        while isinstance(first, BaseExceptionGroup):
            first = first.exceptions[0]
        print(f"{title}: {first if isinstance(first, Unexpected) else repr(first)}", file=sys.stderr)
        return 1
    except Exception as error:
        print(f"{title} stopped with {error!r}.", file=sys.stderr)
        return 1
    return 0
