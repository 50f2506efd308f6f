import { chainResume } from '@tickmark/wire/routes/operators/chains'
import type * as z from 'zod/mini'
import type { Tx } from '../../db/pool.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { ProposalKind } from '../../module/proposals.ts'
import type { Chains } from '../node/chainStates.ts'
import { lockChain } from '../deposits/store.ts'
import { lostDeposits, storedHalts, type StoredHalt } from './consoleStore.ts'
import { clearHalt } from './resumeStore.ts'

type Resume = z.output<typeof chainResume>

/**
 * Two operators clear the halt of a chain that changed deeper than its confirmations; it then reads, credits and pays again. The
 * proposal names the moment of the halt, so that a later halt stays. No deposit, balance or payment changes.
 */
export function chainResumeKind(chains: Pick<Chains, 'find'>): ProposalKind<Resume> {
  return {
    kind: 'chain.resume',
    may: 'runChains',
    payload: chainResume,
    async effect(tx, payload) {
      const halt = await haltIn(tx, payload)
      return [
        { name: 'network', value: chains.find(payload.chain)?.chain.name ?? String(payload.chain) },
        { name: 'halt', value: 'none', was: halt.because },
        { name: 'haltedAt', value: String(halt.atMs) },
        { name: 'lostDeposits', value: String(await lostDeposits(tx, payload.chain)) },
      ]
    },
    async execute(tx, payload, { proposalId, atMs }) {
      await lockChain(tx, payload.chain)
      await haltIn(tx, payload)
      await clearHalt(tx, { ...payload, proposalId, atMs })
    },
  }

  async function haltIn(tx: Tx, { chain, haltedAt }: Resume): Promise<StoredHalt> {
    if (!chains.find(chain)) throw new Refused('chain_unknown')
    const halt = (await storedHalts(tx)).get(chain)
    if (!halt || halt.atMs !== haltedAt) throw new Refused('chain_not_halted')
    return halt
  }
}
