import { type FactLine, line, sum, text } from '../module/subjectFacts.ts'
import type { SubjectReader } from '../module/subjects.ts'
import { spelledAddress } from './node/addresses.ts'
import type { Chains } from './node/chainStates.ts'
import { ownDeposit } from './deposits/depositStore.ts'

export function depositSubject(chains: Pick<Chains, 'find'>): SubjectReader {
  return {
    kind: 'deposit',
    async describe(reader, userId, id) {
      const deposit = await ownDeposit(reader, userId, id)
      if (!deposit) return null
      const state = chains.find(deposit.chain)
      const amount = sum(deposit.amount, deposit.currency)
      const lines: FactLine[] = [
        line('number', text(deposit.id)),
        line('amount', amount),
        line('network', text(state?.chain.name ?? '')),
        line('depositAddress', text(spelledAddress(deposit.address, state?.chain.kind ?? 'evm'))),
        line('transaction', text(deposit.txid)),
        ...(deposit.state === 'orphaned' ? [] : [line('block', text(String(deposit.block)))]),
        // A deposit lost in a reorganisation after its credit stays the user's.
        line('state', { word: deposit.state === 'lost' ? 'credited' : deposit.state }),
        line('seen', { atMs: deposit.seenAtMs }),
      ]
      if (deposit.creditedAtMs !== null) lines.push(line('credited', { atMs: deposit.creditedAtMs }))
      return { about: [{ word: 'deposit' }, amount], lines }
    },
  }
}
