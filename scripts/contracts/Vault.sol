// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// The demo's contract: one plain slot, one mapping and events, so that every EVM method has something to show.
contract Vault {
    /// Slot 0; never written again, so that the demo's eth_getStorageAt always answers 0x4d2.
    uint256 public limit = 1234;
    /// Slot 1; an element is at keccak256(LeftPad32(key) ++ LeftPad32(1)).
    mapping(address => uint256) public balances;

    event Opened(address indexed owner, uint256 limit);
    event Deposited(address indexed from, uint256 amount);

    constructor() {
        emit Opened(msg.sender, limit);
    }

    function deposit(uint256 amount) external {
        balances[msg.sender] += amount;
        emit Deposited(msg.sender, amount);
    }
}
