import { compile } from './sandbox/contracts.testing.ts'

/** Contracts that fake deposits. `Evil` is a token that an operator put on the list by mistake. */
const source = `
// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

contract Evil {
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);
    bytes32 constant T = 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef;

    function honest(address to, uint256 v) external { balanceOf[to] += v; emit Transfer(msg.sender, to, v); }
    function phantom(address to, uint256 v) external { emit Transfer(msg.sender, to, v); }
    function twice(address to, uint256 v) external {
        balanceOf[to] += v; emit Transfer(msg.sender, to, v); emit Transfer(msg.sender, to, v);
    }
    function taxed(address to, uint256 v) external { balanceOf[to] += v * 9 / 10; emit Transfer(msg.sender, to, v); }
    function huge(address to, uint256) external { emit Transfer(msg.sender, to, type(uint256).max); }
    function fromUs(address to, uint256 v) external { emit Transfer(to, address(1), v); }
    function toItself(address to, uint256 v) external { balanceOf[to] += v; emit Transfer(to, to, v); }
    function silent(address to, uint256 v) external { balanceOf[to] += v; }
    function zero(address to, uint256) external { emit Transfer(msg.sender, to, 0); }
    function fourTopics(address to, uint256 v) external {
        balanceOf[to] += v;
        assembly { mstore(0, v) log4(0, 32, T, caller(), to, v) }
    }
    function twoTopics(address to, uint256 v) external {
        balanceOf[to] += v;
        assembly { mstore(0, v) log2(0, 32, T, to) }
    }
    function otherTopic(address to, uint256 v) external {
        balanceOf[to] += v;
        assembly { mstore(0, v) log3(0, 32, add(T, 1), caller(), to) }
    }
    function noData(address to, uint256 v) external {
        balanceOf[to] += v;
        assembly { log3(0, 0, T, caller(), to) }
    }
    function shortData(address to, uint256 v) external {
        balanceOf[to] += v;
        assembly { mstore(0, v) log3(0, 31, T, caller(), to) }
    }
    function longData(address to, uint256 v) external {
        balanceOf[to] += v;
        assembly { mstore(0, v) log3(0, 64, T, caller(), to) }
    }
    function dirtyTo(address to, uint256 v) external {
        balanceOf[to] += v;
        assembly { mstore(0, v) log3(0, 32, T, caller(), or(to, shl(200, 1))) }
    }
    function dirtyFrom(address to, uint256 v) external {
        balanceOf[to] += v;
        assembly { mstore(0, v) log3(0, 32, T, or(caller(), shl(255, 1)), to) }
    }
}

interface IToken { function transfer(address to, uint256 v) external; }

contract Trick {
    address immutable token;
    constructor(address t) { token = t; }
    receive() external payable {}

    function pay(address to, uint256 v) public payable { (bool ok,) = to.call{value: v}(""); require(ok); }
    function payThenFail(address to, uint256 v) external payable { pay(to, v); revert("no"); }
    function payInsideFailure(address to, uint256 v) external payable {
        try this.payThenFail(to, v) {} catch {}
    }
    function payBeyond(address to, uint256) external payable {
        (bool ok,) = to.call{value: type(uint128).max}(""); ok;
    }
    function tokenThenFail(address to, uint256 v) external payable { IToken(token).transfer(to, v); revert("no"); }
    function tokenInsideFailure(address to, uint256 v) external payable {
        try this.tokenThenFail(to, v) {} catch {}
    }
    function tokenTooMuch(address to, uint256 v) external payable {
        try IToken(token).transfer(to, v * 1e24) {} catch {}
    }
    function delegated(address to, uint256 v) external payable { (bool ok,) = to.delegatecall(abi.encode(v)); ok; }
    function looked(address to, uint256 v) external payable { (bool ok,) = to.staticcall(abi.encode(v)); ok; }
    function called(address to, uint256) external payable { (bool ok,) = to.call(""); ok; }
    function destroy(address to, uint256 v) external payable { new Bomb{value: v}().go(payable(to)); }
}

/// A transaction whose recipient depends on the block that includes it.
contract Turncoat {
    address immutable before;
    address immutable after_;
    constructor(address a, address b) { before = a; after_ = b; }
    function pay(address to, address other, uint256 height) external {
        if (block.number <= height) IToken(before).transfer(to, 1);
        else IToken(after_).transfer(other, 1000);
    }
}

contract Bomb {
    constructor() payable {}
    function go(address payable to) external { selfdestruct(to); }
}
`

/** Creation code by contract name. */
export function compileFakes(): Record<string, string> {
  return compile({ 'Fakes.sol': source })
}
