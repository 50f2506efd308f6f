import { CallFailed, mayPass } from '@tickmark/client/callFailed.ts'
import type { OwedBalance } from '@tickmark/core/evidence/balancesFile'
import { kindsIn } from '@tickmark/core/ledger/accounts'
import type { AuditedEntry } from '@tickmark/core/log/audited'
import { bookOfCode, CURRENCIES, type Book } from '@tickmark/core/money/currencies'
import { parseAmount } from '@tickmark/core/money/money'
import type { RouteName } from '@tickmark/wire/routes/all'
import type { Given, Reply } from '../../../api/api.ts'
import { t } from '../../../i18n/i18n.ts'
import { sessionNow, type Session } from '../../../session/session.ts'
import { ownerNow } from '../../../session/signedInAs.ts'
import { askOrFailure } from '../../asking/askHouse.ts'
import { keepBalancesAnswer, owedIn, type CheckedBalances } from './keepBalancesAnswer.ts'
import { newestBalances } from '../kept/balancesStore.ts'

/**
 * The house's debt to the user by its log, checked on this device; the newest kept result while the house does not answer. Throws
 * when there is none, or when another user or account than `asker` is in use.
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
  const stated = (entry: AuditedEntry) => whileSame(statedAt(entry.until, bookOfCode(asker.book), owner))
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

/** The last statement. The past does not change, and a house shows the same entry for minutes. */
let lastStated: { of: string; balances: readonly OwedBalance[] } | null = null

/** Every balance of an account at a time, by the owner's own statement: the log may leave out none. */
async function statedAt(untilMs: number, book: Book, owner: string): Promise<readonly OwedBalance[]> {
  const of = `${owner} ${book} ${untilMs}`
  if (lastStated?.of === of) return lastStated.balances
  const balances: OwedBalance[] = []
  // One after another: the house answers so, and refuses a user's other calls while many wait.
  for (const { id, code } of CURRENCIES) {
    for (const kind of kindsIn(book)) {
      const span = { from: untilMs, to: untilMs + 1, pageSize: 1 }
      const { closing } = await answerTo('getStatement', { currencyId: id, kind, ...span })
      balances.push({ book, currency: code, kind, amount: parseAmount(closing) ?? 0n })
    }
  }
  lastStated = { of, balances }
  return balances
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
