import { type FactLine, line, sum, text } from '../module/subjectFacts.ts'
import type { SubjectReader } from '../module/subjects.ts'
import type { PayingChains } from './withdrawal/ports.ts'
import { newestTxids } from './withdrawal/nonceStore.ts'
import { ownWithdrawal, stepsOf } from './withdrawal/store.ts'
import { txidOf } from './withdrawal/withdrawal.ts'

export function withdrawalSubject(chains: Pick<PayingChains, 'find'>): SubjectReader {
  return {
    kind: 'withdrawal',
    async describe(reader, userId, id) {
      const one = await ownWithdrawal(reader, userId, id)
      if (!one) return null
      const steps = await stepsOf(reader, [id])
      const txid = txidOf(one, await newestTxids(reader, [id]))
      const { fee, block } = one.end
      const amount = sum(one.amount, one.currencyId)
      const lines: FactLine[] = [
        line('number', text(id)),
        line('amount', amount),
        line('network', text(chains.find(one.chainId)?.chain.name ?? '')),
        line('destination', text(one.to)),
        fee === undefined
          ? line('networkFeeCap', sum(one.feeCap, one.currencyId))
          : line('networkFee', sum(fee, one.currencyId)),
        ...(txid === undefined ? [] : [line('transaction', text(txid))]),
        ...(block === undefined ? [] : [line('block', text(String(block)))]),
        // Users do not see the state `built`, an internal step.
        line('state', { word: one.state === 'built' ? 'approved' : one.state }),
        line('requested', { atMs: one.requestedAtMs }),
        line('moved', { atMs: Math.max(one.requestedAtMs, ...steps.map((step) => step.atMs)) }),
      ]
      return { about: [{ word: 'withdrawal' }, amount], lines }
    },
  }
}
