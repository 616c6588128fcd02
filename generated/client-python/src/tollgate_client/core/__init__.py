# @generated from openrpc.json by scripts/generate — do not edit
"""What is the same for every contract: wire, HTTP, errors, waiting."""
