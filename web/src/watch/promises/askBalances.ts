import { CallFailed, mayPass } from '@tickmark/client/callFailed.ts'
import type { OwedBalance } from '@tickmark/core/evidence/balancesFile'
import type { AuditedEntry } from '@tickmark/core/log/audited'
import { bookOfCode, currencyByCode, type Book } from '@tickmark/core/money/currencies'
import { parseAmount } from '@tickmark/core/money/money'
import type { RouteName } from '@tickmark/wire/routes/all'
import type { Given, Reply } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { sessionNow, type Session } from '../../session/session.ts'
import { ownerNow } from '../../session/signedInAs.ts'
import { askOrFailure } from '../asking/askHouse.ts'
import type { StatedBalance } from './judged/judgeOwed.ts'
import { keepBalancesAnswer, owedIn, type CheckedBalances } from './keepBalancesAnswer.ts'
import { newestBalances } from './kept/balancesStore.ts'

const KINDS = ['available', 'hold'] as const

/**
 * What the house's log says that it owed the user, checked on this device. While the house cannot be asked, the newest that this device
 * has kept. Throws when there is none, or when another user or account is in use than `asker`.
 */
export async function askBalances(
  asker: Pick<Session, 'address' | 'book'>,
  signal: AbortSignal,
): Promise<CheckedBalances> {
  const owner = ownerNow() ?? ''
  /** An answer counts only if user and account were the same from the request to it. */
  const whileSame = async <T>(answer: Promise<T>): Promise<T> => {
    const given = await answer
    signal.throwIfAborted()
    const { address, book } = sessionNow()
    if (address !== asker.address || book !== asker.book || (ownerNow() ?? '') !== owner)
      throw new Error('another account is in use')
    return given
  }
  const stated = (entry: AuditedEntry, owed: readonly OwedBalance[]) =>
    whileSame(statedAt(entry.until, bookOfCode(asker.book), owed))
  try {
    const answer = await whileSame(answerTo('getSignedBalances', {}))
    const checked = await keepBalancesAnswer(answer, { owner, stated })
    if (!checked) throw unanswered()
    return checked
  } catch (failure) {
    const file = mayPass(failure) ? await newestBalances(owner) : null
    const kept = file && (await whileSame(owedIn(file, true)))
    if (!kept) throw failure
    return kept
  }
}

/** What the owner's statement says that the balances were at a time, in each currency that he has now or had then by the log. */
async function statedAt(untilMs: number, book: Book, owed: readonly OwedBalance[]): Promise<StatedBalance[]> {
  const { data } = await answerTo('getMyWalletData', {})
  const held = data.items.filter(({ amount }) => Number(amount) !== 0).map(({ name }) => name)
  const logged = owed.filter((one) => one.book === book).map(({ currency }) => currency)
  const currencies = [...new Set([...held, ...logged])].flatMap((code) => currencyByCode(code) ?? [])
  const asked = currencies.flatMap(({ id, code }) => KINDS.map((kind) => ({ currencyId: id, code, kind })))
  const stated: StatedBalance[] = []
  // One after another: the house answers so, and refuses a user's other calls while many wait.
  for (const { currencyId, code, kind } of asked) {
    const span = { from: untilMs, to: untilMs + 1, pageSize: 1 }
    const { closing } = await answerTo('getStatement', { currencyId, kind, ...span })
    stated.push({ book, currency: code, kind, amount: parseAmount(closing) ?? 0n })
  }
  return stated
}

/** The house's answer. Throws its failure, or that of the network when none comes in time. */
async function answerTo<N extends RouteName>(name: N, input: Given<N>): Promise<Reply<N>> {
  const answer = await askOrFailure(name, input)
  if (answer === null) throw unanswered()
  if (answer instanceof CallFailed) throw answer
  return answer
}

function unanswered(): CallFailed {
  return new CallFailed('network', 0, t('shell:networkFailure'))
}
