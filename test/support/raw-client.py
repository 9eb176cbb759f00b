"""A client written from the description of the wire alone: a socket and a JSON encoder."""
import json
import socket
import sys

path, vault = sys.argv[1], sys.argv[2]
wire = socket.socket(socket.AF_UNIX)
wire.settimeout(20)
wire.connect(path)
lines = wire.makefile("r", encoding="utf-8", newline="\n")


def send(message):
    wire.sendall((json.dumps(message) + "\n").encode())


def receive():
    message = json.loads(lines.readline())
    if "type" in message:
        return "event", message
    if "method" in message:
        return "request", message
    return "response", message


def check(kind, message, expected_kind, **members):
    assert kind == expected_kind, message
    for name, value in members.items():
        assert message[name] == value, (name, message)


send({"id": 1, "method": "Ping"})
check(*receive(), "response", id=1, result={"pong": True})

for number in (9007199254740993, 18446744073709551615):
    send({"id": number, "method": "Ping", "params": {}})
    check(*receive(), "response", id=number, result={"pong": True})

send({"id": 2, "method": "NoSuchMethod"})
kind, message = receive()
check(kind, message, "response", id=2)
assert message["error"]["code"] == -32601, message

send({"id": 3, "method": "Subscribe", "params": {"topics": ["notes"]}})
kind, message = receive()
check(kind, message, "response", id=3)

send({"id": 4, "method": "WriteNote", "params": {"vault": vault, "path": "from-python.md", "content": "hi\n"}})
kind, message = receive()
check(kind, message, "event", type="NoteCreated")
assert message["data"]["path"] == "from-python.md", message
check(*receive(), "response", id=4)

print("all good")
