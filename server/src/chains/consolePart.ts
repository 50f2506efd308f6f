import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import { UUID_PATTERN } from '@tickmark/wire/fields'
import type { ConsolePart, Hit } from '../module/consolePart.ts'
import {
  countDeposits,
  depositById,
  depositsOfTx,
  lostDeposits,
  type Deposit,
} from './deposits/depositStore.ts'
import { ownerOfAddress } from './deposits/addressStore.ts'
import { haltedChains } from './deposits/store.ts'
import type { Chains } from './node/chainStates.ts'

const ID = new RegExp(`^${UUID_PATTERN}$`)
const TXID = /^(0x)?[0-9a-f]{64}$/
const ADDRESS = /^0x[0-9a-f]{40}$/

/** Chains and deposits as operators see them. */
export function chainConsolePart(chains: Pick<Chains, 'all'>): ConsolePart {
  const nameOf = (id: number) => chains.all().find(({ chain }) => chain.id === id)?.chain.name ?? String(id)
  return {
    async queues(reader) {
      const halted = await haltedChains(reader)
      const times = halted.map((one) => one.sinceMs)
      return [
        {
          name: 'haltedChains',
          waiting: halted.length,
          oldestAtMs: times.length === 0 ? null : Math.min(...times),
        },
      ]
    },
    async search(reader, text) {
      const wanted = text.toLowerCase()
      if (ID.test(wanted)) return hitsOf([await depositById(reader, wanted)])
      if (TXID.test(wanted)) {
        const txid = wanted.startsWith('0x') ? wanted : `0x${wanted}`
        const ids = chains.all().map(({ chain }) => chain.id)
        return hitsOf(await depositsOfTx(reader, ids, txid))
      }
      const owner = ADDRESS.test(wanted) ? await ownerOfAddress(reader, wanted) : null
      return owner === null ? [] : [{ kind: 'user', id: String(owner), label: wanted }]
    },
    overview: () =>
      Promise.resolve({
        chains: chains.all().map(({ chain, haltedBecause, head }) => {
          return { id: chain.id, name: chain.name, haltedBecause, head }
        }),
      }),
    person: async (tx, userId) => ({ counts: { deposits: await countDeposits(tx, userId) } }),
    async incidents(reader) {
      const [halted, lost] = [await haltedChains(reader), await lostDeposits(reader)]
      return [
        ...halted.map(({ chain, because, sinceMs }) => ({
          kind: 'chainHalted' as const,
          since: sinceMs,
          until: null,
          where: nameOf(chain),
          detail: because,
          affected: null,
        })),
        ...lost.map((one) => ({
          kind: 'depositLost' as const,
          since: one.orphanedAtMs ?? one.seenAtMs,
          until: null,
          where: nameOf(one.chain),
          detail: `${labelOf(one)} ${one.txid}`,
          affected: { users: 1, orders: 0 },
        })),
      ]
    },
  }
}

function hitsOf(found: readonly (Deposit | null)[]): Hit[] {
  return found
    .filter((one) => one !== null)
    .map((one) => ({ kind: 'deposit', id: one.id, label: labelOf(one) }))
}

function labelOf({ amount, currency }: Deposit): string {
  return `${formatAmount(amount)} ${currencyById(currency)?.code ?? ''}`
}
