"""Watches heads and logs of the address in its first argument, and prints each event; a word for each error that ends one.

The second argument, if there is one, has the events after which they begin.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys

from tollgate_client import ResumeLost, TransportError
from tollgate_client.core.event_socket import EventSockets
from tollgate_client.core.watch import SubscriptionFacts, Watch

LOGS = SubscriptionFacts("eth_subscribe", "eth_unsubscribe", 5, ("logs",), 1, "log", ("newHeads", {"behindLogs": True}))
HEADS = SubscriptionFacts("eth_subscribe", "eth_unsubscribe", 5, ("newHeads",), 0, "head")
# The random part of waits is as short as it can be.
random.random = lambda: -0.499


async def follow(name: str, watch: Watch) -> None:
    try:
        async for event in watch.events():
            print(json.dumps([name, event]), flush=True)
    except ResumeLost as error:
        print(json.dumps([name, ["resume-lost", error.after]]), flush=True)
    except TransportError as error:
        print(json.dumps([name, [error.reason, str(error)]]), flush=True)
    except ImportError as error:
        print(json.dumps([name, ["import", str(error)]]), flush=True)


async def main() -> None:
    sockets = EventSockets(sys.argv[1])
    after = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
    watches = {name: Watch(sockets, facts, (), after=after.get(name)) for name, facts in {"logs": LOGS, "heads": HEADS}.items()}
    await asyncio.gather(*(follow(name, watch) for name, watch in watches.items()))


asyncio.run(main())
