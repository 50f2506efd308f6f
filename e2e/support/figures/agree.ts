import type { Answer, Ask } from './ask.ts'
import { decimalOf, unitsOf } from './write.ts'

type Line = Answer<'getStatement'>['lines'][number]

/**
 * Where the answers that pages show differ from the ledger's own list of movements: balances, holdings, results of orders, hosted
 * money with its yields, the loan, and what withdrawals hold. Empty when all agree.
 */
export async function disagreements(ask: Ask, nowMs: number): Promise<string[]> {
  const { items, inOrders } = (await ask('getMyWalletData')).data
  const open = (await ask('getMyLimitOrders', { status: 0, pageSize: 50 })).list
  const done = (await ask('getMyLimitOrders', { status: 1, pageSize: 50 })).list
  const hosting = await ask('getBzIndexData')
  const found: string[] = []
  const same = (what: string, shown: bigint, booked: bigint) => {
    if (shown !== booked) found.push(`${what}: shown ${decimalOf(shown)}, booked ${decimalOf(booked)}`)
  }
  let staked = 0n
  for (const { currencyId, alias, name, available, amount, usdRate } of items) {
    const free = await statement(ask, currencyId, 'available', nowMs)
    const held = await statement(ask, currencyId, 'hold', nowMs)
    const stakes = sum(open.filter((one) => one.currency === name).map((one) => one.stake))
    const results = sum(done.filter((one) => one.currency === name).map((one) => one.profit))
    const hosted = name === 'USDT' ? unitsOf(hosting.tgzMoney) : 0n
    same(`${alias}, available`, unitsOf(available), booked(free))
    same(`${alias}, all`, unitsOf(amount), booked(free) + booked(held) + stakes + hosted)
    same(
      `${alias}, results of orders less open stakes`,
      results - stakes,
      booked(free, 'order', 'settlement'),
    )
    if (name === 'USDT') {
      same('hosted money', hosted, -booked(free, 'hosting', 'release'))
      same('yields', unitsOf(hosting.earned), booked(free, 'yield'))
    }
    if (name === 'USDT' && ask.book === 0)
      same('the loan', await borrowed(ask), booked(free, 'loan', 'repayment'))
    if (ask.book === 0) same(`${alias}, being sent`, await beingSent(ask, currencyId), booked(held))
    staked += (stakes * unitsOf(usdRate)) / 100_000_000n
  }
  same('what open orders hold, in USDT', unitsOf(inOrders), staked)
  return found
}

/** Every movement of a balance. */
async function statement(ask: Ask, currencyId: number, kind: string, nowMs: number): Promise<Line[]> {
  const span = { currencyId, kind, from: 0, to: nowMs + 1, pageSize: 500 }
  const { lines, next } = await ask('getStatement', span)
  if (next !== null) throw new Error('more movements than a page of the statement has')
  return lines
}

function booked(lines: readonly Line[], ...causes: Line['cause'][]): bigint {
  return sum(
    lines.filter((one) => causes.length === 0 || causes.includes(one.cause)).map((one) => one.amount),
  )
}

async function borrowed(ask: Ask): Promise<bigint> {
  const { list } = await ask('loanApplyList')
  const owed = list
    .filter((one) => one.state === 1)
    .map(async ({ id }) => {
      return (await ask('loanOrderList', { applyId: id })).apply.owed
    })
  return sum(await Promise.all(owed))
}

async function beingSent(ask: Ask, currencyId: number): Promise<bigint> {
  const { list } = await ask('get_my_cash_out_record', { currencyId, pageNum: 1, pageSize: 50 })
  return sum(list.filter((one) => one.status === 0).flatMap((one) => [one.money, one.fee]))
}

function sum(decimals: readonly string[]): bigint {
  return decimals.reduce((all, one) => all + unitsOf(one), 0n)
}
