import { typeIdOf } from '@tickmark/core/wallet/networkTypes'
import { expect, test } from 'vitest'
import type { ChainState } from '../../chains/node/chainStates.ts'
import { SANDBOX_CHAIN } from '../../chains/sandbox/sandboxChain.ts'
import { networkOf } from './networks.ts'
import type { PayingChains } from './ports.ts'

const USDT = 1
const TRON = { ...SANDBOX_CHAIN, id: 2, name: 'Tron', kind: 'tron', isTest: false } as const
const HALTED = { ...SANDBOX_CHAIN, id: 3, name: 'Halted' }
const STATES: ChainState[] = [
  { chain: SANDBOX_CHAIN, hot: '0x1', haltedBecause: null, head: 5 },
  { chain: TRON, hot: 'T1', haltedBecause: null, head: 5 },
  { chain: HALTED, hot: null, haltedBecause: 'reorganised', head: 5 },
]
const find: PayingChains['find'] = (id) => STATES.find(({ chain }) => chain.id === id) ?? null
const chains = { find } as PayingChains

test.each([
  ['a token of a network', SANDBOX_CHAIN.id, USDT, true],
  ['its own coin', SANDBOX_CHAIN.id, SANDBOX_CHAIN.native.currency, true],
  ['a network that is halted now', HALTED.id, USDT, true],
  ['a network whose payments nobody can sign yet', TRON.id, USDT, false],
  ['a currency that the network lacks', SANDBOX_CHAIN.id, 9, false],
  ['an unknown network', 7, USDT, false],
])('payments in %s are offered or not', (_, chain, currency, isOffered) => {
  const found = networkOf(chains, typeIdOf({ chain, currency }))
  expect(found && [found.network.chain.id, found.network.currency.id, found.state.chain.id]).toEqual(
    isOffered ? [chain, currency, chain] : null,
  )
})
