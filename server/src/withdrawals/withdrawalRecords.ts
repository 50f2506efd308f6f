import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import { confirmationsOf } from '@tickmark/core/wallet/confirmations'
import { goesOnAtMs, isCancellable, isWaiting, recordStatus } from '@tickmark/core/wallet/withdrawals'
import type { ReplyOf } from '@tickmark/wire/call'
import { coinPicture } from '@tickmark/wire/pictures'
import type { withdrawalRoutes } from '@tickmark/wire/routes/withdrawals'
import type { Db } from '../db/pool.ts'
import type { PayingChains } from './withdrawal/ports.ts'
import { silenceMs } from './approval/voteStore.ts'
import { newestTxids } from './withdrawal/nonceStore.ts'
import { listWithdrawals, stepsOf, type Step } from './withdrawal/store.ts'
import { txidOf, type Withdrawal } from './withdrawal/withdrawal.ts'

type Page = ReplyOf<(typeof withdrawalRoutes)['get_my_cash_out_record']>
type Item = Page['list'][number]

interface RecordQuery {
  userId: number
  currencyId: number | undefined
  pageSize: number
  page: number
}

/** The user's withdrawals for the record. */
export async function withdrawalRecords(
  { db, chains }: { db: Db; chains: PayingChains },
  query: RecordQuery,
  nowMs: number,
): Promise<Page> {
  const { list, total } = await listWithdrawals(db, query)
  const ids = list.map((one) => one.id)
  const steps = await stepsOf(db, ids)
  const txids = await newestTxids(db, ids)
  const silence = await silenceMs(db, nowMs)
  const items = list.map((one) => {
    const own = steps.filter((step) => step.withdrawal === one.id)
    const txid = txidOf(one, txids) ?? null
    return itemOf(one, { steps: own, txid, nowMs, silenceMs: silence }, chains)
  })
  return { list: items, total }
}

interface ItemFacts {
  steps: readonly Step[]
  txid: string | null
  nowMs: number
  silenceMs: number
}

function itemOf(one: Withdrawal, { steps, txid, nowMs, silenceMs }: ItemFacts, chains: PayingChains): Item {
  const state = chains.find(one.chainId)
  const code = currencyById(one.currencyId)?.code ?? ''
  const needed = state?.chain.confirmations ?? 0
  const block = one.end.block ?? null
  const goesOnAt = goesOnAtMs({ ...one, silenceMs })
  return {
    id: one.id,
    time: one.requestedAtMs,
    money: formatAmount(one.amount),
    name: code,
    picture: coinPicture(code),
    status: recordStatus(one.state),
    network: state?.chain.name ?? '',
    address: one.to,
    txid,
    fee: formatAmount(one.end.fee ?? one.feeCap),
    block,
    confirmations: block === null || state?.head == null ? 0 : confirmationsOf(block, state.head),
    needed,
    steps: steps.flatMap(({ state: step, atMs }) => (step === 'built' ? [] : [{ step, at: atMs }])),
    continuesAt: isWaiting(one.state) && goesOnAt > nowMs ? goesOnAt : null,
    isCancellable: isCancellable(one.state),
    reason: one.reason,
  }
}
