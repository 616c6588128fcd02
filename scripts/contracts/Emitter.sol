// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// The tests' source of logs: as many, or as large, as a boundary needs.
contract Emitter {
    /// Slot 0: ticks emitted so far, which is the number of the next one.
    uint256 public ticks;

    event Tick(uint256 indexed number);
    event Blob(uint256 indexed number, bytes content);

    /// Emits `count` ticks with consecutive numbers; about 1,200 gas each.
    function emitTicks(uint256 count) external {
        unchecked {
            uint256 first = ticks;
            for (uint256 i = 0; i < count; i++) emit Tick(first + i);
            ticks = first + count;
        }
    }

    /// Emits `count` logs of `size` bytes each; about 11 gas a byte.
    function emitBlobs(uint256 count, uint256 size) external {
        bytes memory content = new bytes(size);
        for (uint256 i = 0; i < count; i++) emit Blob(i, content);
    }
}
