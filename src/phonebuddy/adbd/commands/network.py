"""`nc`, `ping`, `ip`, `ifconfig`, `netstat`, `curl`: a network that ends at the phone itself."""

from __future__ import annotations

import asyncio
import contextlib

from phonebuddy.adbd.shell.call import Call, command
from phonebuddy.adbd.stream import Stream


@command("nc", "netcat", waits=True)
async def nc(call: Call) -> int:
    """`nc -l -p PORT` takes one connection to a virtual port; there is nothing to connect to outside."""
    args, port, listens = list(call.args), "", False
    while args:
        word = args.pop(0)
        if word.startswith("-"):
            listens = listens or "l" in word.lower()
            if "p" in word and args:
                port = args.pop(0)
            elif word in ("-w", "-q", "-s", "-W") and args:
                args.pop(0)
        else:
            port = word
    if not listens:
        return await call.fail("nc: connect: Connection refused")
    arrived: asyncio.Future[Stream] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def serve(stream: Stream) -> None:
        if not arrived.done():
            arrived.set_result(stream)
            await over.wait()

    name = f"tcp:{port or call.device.ports.free().partition(':')[2]}"
    if not call.device.ports.listen(name, serve):
        return await call.fail("nc: bind: Address already in use")
    try:
        stream = await arrived
        call.device.ports.close(name)
        await _exchange(call, stream)
    finally:
        over.set()
        call.device.ports.close(name)
    return 0


async def _exchange(call: Call, stream: Stream) -> None:
    async def send() -> None:
        with contextlib.suppress(ConnectionError):
            while chunk := await call.stdin.read():
                await stream.write(chunk)

    sender = asyncio.ensure_future(send())
    try:
        while chunk := await stream.read():
            await call.out.write(chunk)
    finally:
        sender.cancel()
        stream.close()


@command("ping", "ping6")
async def ping(call: Call) -> int:
    host = next((word for word in reversed(call.args) if not word.startswith("-") and not word.isdigit()), "")
    if host not in ("127.0.0.1", "localhost"):
        return await call.fail(f"ping: unknown host {host}", 2)
    await call.say(f"PING {host} (127.0.0.1) 56(84) bytes of data.\n64 bytes from 127.0.0.1: icmp_seq=1 "
    f"ttl=64 time=0.03 ms\n\n"
                   f"--- {host} ping statistics ---\n1 packets transmitted, 1 received, 0% packet loss, "
                   f"time 0ms")  # fmt: skip
    return 0


@command("curl", "wget")
async def curl(call: Call) -> int:
    return await call.fail(f"{call.name}: (7) Failed to connect: Connection refused", 7)


@command("ip", "ifconfig")
async def addresses(call: Call) -> int:
    if call.name == "ip" and call.args[:1] in (["route"], ["r"]):
        await call.say("192.168.232.0/21 dev wlan0 proto kernel scope link src 192.168.232.2")
        return 0
    await call.say(
        "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    "
        "inet 127.0.0.1/8 scope host lo"
    )
    if call.device.settings.world("wifi") == 1:
        await call.say("2: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group "
        "default qlen 1000\n"
                       "    link/ether 02:15:b2:00:00:00 brd ff:ff:ff:ff:ff:ff\n    inet 192.168.232.2/21 "
                       "brd 192.168.239.255 scope global wlan0")  # fmt: skip
    return 0


@command("netstat", "ss")
async def netstat(call: Call) -> int:
    await call.say(
        "Active Internet connections (w/o servers)\nProto Recv-Q Send-Q Local Address           Foreign "
        "Address         State"
    )
    return 0
