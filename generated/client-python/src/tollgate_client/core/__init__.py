# @generated from openrpc.json by scripts/generate — do not edit
"""The parts that clients of all contracts share: wire, HTTP, errors, waiting."""
