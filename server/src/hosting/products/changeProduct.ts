import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import { percentText } from '@tickmark/core/money/percentText'
import { hostingVersion } from '@tickmark/wire/routes/operators/arbitrage'
import type * as z from 'zod/mini'
import type { Reader } from '../../db/pool.ts'
import { Refused } from '../../http/calls/refused.ts'
import type { ProposalKind } from '../../module/proposals.ts'
import {
  insertVersion,
  lockProducts,
  newestVersion,
  productVersions,
  type ProductVersion,
} from './productStore.ts'

type Given = z.output<typeof hostingVersion>
type Terms = Omit<ProductVersion, 'version' | 'fromMs'>

/** Two operators set the terms of future hosting orders. Running orders are unaffected. */
export const hostingProductKind: ProposalKind<Given> = {
  kind: 'hosting.product',
  may: 'runProgramme',
  payload: hostingVersion,
  async effect(tx, payload) {
    const next = shown(termsOf(payload))
    await checkNewest(tx, payload)
    const before = (await productVersions(tx)).find((one) => one.mid === payload.mid)
    const now = before && shown(before)
    return [
      { name: 'product', value: String(payload.mid) },
      ...(['days', 'least', 'most', 'upper', 'exitFee', 'open'] as const).map((name) => ({
        name,
        value: next[name],
        ...(now && { was: now[name] }),
      })),
    ]
  },
  async execute(tx, payload, { atMs }) {
    const terms = termsOf(payload)
    await lockProducts(tx)
    await checkNewest(tx, payload)
    await insertVersion(tx, { ...terms, version: payload.after + 1, fromMs: atMs })
  },
}

/** Refuses to change a version that is no longer the newest. */
async function checkNewest(reader: Reader, { mid, after }: Given): Promise<void> {
  if ((await newestVersion(reader, mid)) !== after) throw new Refused('proposal_stale')
}

function termsOf(given: Given): Terms {
  const { after: _, upperPpm, exitFeePpm, ...input } = given
  const [least, most] = [parseAmount(input.least), parseAmount(input.most)]
  const isWhole = (amount: bigint) => amount > 0n && amount % PROGRAMME.unit === 0n
  if (least === null || most === null || !isWhole(least) || !isWhole(most) || least > most)
    throw new Refused('hosting_product_invalid')
  return { ...input, least, most, upperPpm: BigInt(upperPpm), exitFeePpm: BigInt(exitFeePpm) }
}

function shown({ days, least, most, upperPpm, exitFeePpm, isOpen }: Terms) {
  return {
    days: String(days),
    least: formatAmount(least),
    most: formatAmount(most),
    upper: `${percentText(upperPpm)} %`,
    exitFee: `${percentText(exitFeePpm)} %`,
    open: isOpen ? 'yes' : 'no',
  }
}
