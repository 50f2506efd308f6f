import { RECEIPT_FORMAT } from '@tickmark/core/receipts/receipts'
import type { ReceiptSummary } from '@tickmark/core/receipts/receiptCheck'
import type { CheckStep, Report } from './check.ts'
import type { DayReport } from './day.ts'
import { brokenLine, notShownLine, okLine } from './stepLines.ts'

type Facts = CheckStep['facts']
type Texts = Record<CheckStep['name'], { holds(facts: Facts): string; broken: string }>

const TEXTS: Texts = {
  form: {
    holds: () => 'The file is a receipt: every field is there, and no other.',
    broken: 'The file is not a receipt of this format, or its terms contradict the rules.',
  },
  keys: {
    holds: () => 'It names the published keys.',
    broken: 'It names other keys than the published ones.',
  },
  ticket_kept: {
    holds: () => 'It is of the ticket that the owner got when the order was placed.',
    broken:
      'It is of another ticket than the one that the owner got: the house has signed two for one order.',
  },
  close_kept: {
    holds: () => 'It has the early close that the house answered to the owner.',
    broken: 'It ends otherwise than the house answered to the owner: it has signed two ends of one order.',
  },
  ticket_signature: {
    holds: ({ ticket }) => `The ticket with the order's terms is signed (${short(ticket)}).`,
    broken: "The ticket's signature, or its place in the signed batch, is wrong.",
  },
  consent: {
    holds: ({ owner, site }) => `The owner's wallet ${owner} consented to it by signature, at ${site}.`,
    broken: "The owner's signature is not for this order, or does not lead to the owner's wallet.",
  },
  price: {
    holds: ({ model, rules, marginPpm }) =>
      `Barrier, chance and rate follow from model ${model} and rules ${rules} of the log, with a margin of ${Number(marginPpm) / 10_000} %.`,
    broken: 'The price does not follow from rules in force and a model in the log.',
  },
  ticket_logged: {
    holds: ({ seq, at }) => `The ticket entered the public log at entry ${seq}, ${time(at)}.`,
    broken: 'The ticket is not in the log entry that is shown.',
  },
  ticket_before_entry: {
    holds: ({ entrySeq }) =>
      entrySeq === '0'
        ? 'There was no entry price after it.'
        : `The entry price came later, at entry ${entrySeq}.`,
    broken: 'The entry price is not later in the log than the ticket.',
  },
  entries: {
    holds: ({ entries, size }) =>
      `The ${entries} log entries shown are in the log of ${size} entries, each in its place.`,
    broken: 'The log entries shown are not in the log whose head the receipt carries.',
  },
  entry_price: {
    holds: ({ reason, price, at }) =>
      reason
        ? 'No tick came in time to be the entry price, so the order is void.'
        : `The entry price is ${price}, the first tick at least half a second after acceptance (${time(at)}).`,
    broken: 'The entry price is not the one that the log gives.',
  },
  settlement_price: {
    holds: ({ reason, price, at, window }) => {
      if (reason) return 'Too few ticks came before the due second, so the order is void.'
      if (!price) return 'There is no settlement price, and none is needed.'
      return `The settlement price is ${price}, the median of the last ${window} ticks (${time(at)}).`
    },
    broken: 'The settlement price is not the one that the log gives.',
  },
  bid: {
    holds: ({ bid, least, currency }) =>
      `The bid of ${bid} ${currency} follows from the rules, which gave at least ${least} in its last seconds.`,
    broken:
      'The bid is less than the rules give at any tick of its last seconds, or the order could not be closed then.',
  },
  close_logged: {
    holds: ({ seq, at }) => `The early close entered the log in time, at entry ${seq}, ${time(at)}.`,
    broken: 'The early close is not in a log entry that is shown, or dated before its owner signed it.',
  },
  outcome: {
    holds: ({ outcome, level, direction }) =>
      outcome === 'won' || outcome === 'lost'
        ? `The order ${outcome}: it needed a price ${direction === 'up' ? 'above' : 'below'} ${level}.`
        : `The order is ${outcome}.`,
    broken: 'The outcome is not the one that the rules give on these prices.',
  },
  sums: {
    holds: ({ net, payout, currency }) =>
      `The sums are right: net ${net} ${currency}, paid out ${payout} ${currency}.`,
    broken: 'Profit, net result or payout is not what the terms give.',
  },
  receipt_signature: {
    holds: ({ at }) => `The settlement is signed (${time(at)}).`,
    broken: "The settlement's signature, or its place in the signed batch, is wrong.",
  },
  checkpoint: {
    holds: ({ size, origin }) => `The head of that log, ${origin} with ${size} entries, is signed.`,
    broken: 'The signature over the head of the log is wrong.',
  },
  log: {
    holds: ({ compared }) =>
      `${compared} of its entries are in the public log as you have it, word for word.`,
    broken: 'It does not agree with the public log as you have it.',
  },
}

const EARLIER = `Unreadable: this receipt has an earlier format than ${RECEIPT_FORMAT}, which this program does not decide. The verify.mjs of its time does; a release entry of the log has that file's SHA-256.`

/** The report in plain words, one line a step. */
export function reportText(report: Report, hasKeys: boolean): string {
  if (!report.readable) {
    if (report.file === 'earlier_receipt') return EARLIER
    return `Unreadable: the ${report.file} file is not what it should be.`
  }
  const lines = report.steps.map((step) => {
    const { holds, broken } = TEXTS[step.name]
    const { owner, site } = step.facts
    if (step.unshown) return notShownLine(notShown(step))
    const detail = step.ok || !step.facts.problem ? '' : ` (${problemText(step.facts)})`
    const signer = !step.ok && owner ? ` It leads to ${owner} at ${site}.` : ''
    return step.ok ? okLine(holds(step.facts)) : brokenLine(`${broken}${detail}${signer}`)
  })
  const head = report.summary ? [headText(report.summary)] : []
  return [...head, ...lines, '', verdictText(report, hasKeys)].join('\n')
}

function headText(one: ReceiptSummary): string {
  const book = one.book === 'simulated' ? ' (simulated account)' : ''
  return `Order ${one.order}${book}: ${one.pair} ${one.direction}, stake ${one.stake} ${one.currency}, profit on a win ${one.profit} ${one.currency}.`
}

const MISSING: Readonly<Record<string, string>> = {
  order: "the owner's signature for the order",
  close: "the owner's signature for closing it early",
  both: "the owner's signatures, for the order and for closing it early",
  withheld:
    'the signature that it names, which leads to the wallet: this file leaves it out, as shared links do',
  wallet: 'a proof of the wallet: a contract confirmed its signature, and may answer otherwise today',
}

function problemText({ problem = '', seq }: Facts): string {
  return seq === undefined ? problem : `${problem}, entry ${seq}`
}

function notShown({ name, facts: { missing = '' } }: CheckStep): string {
  if (name === 'close_logged')
    return 'Its early close was logged more than three seconds later, so the house could wait to see what the order becomes.'
  if (missing === 'late') {
    return 'Its ticket was logged after the second that gives the entry price, so the house could choose that price.'
  }
  if (missing === 'ticks') {
    return 'Why the log lacks ticks that decide the order: the house could leave out those that it did not like.'
  }
  return `The owner's consent. It lacks ${MISSING[missing] ?? missing}.`
}

function verdictText(report: Report & { readable: true }, hasKeys: boolean): string {
  if (report.verdict === 'broken') return 'BROKEN: this receipt does not show what it claims.'
  if (report.verdict === 'not_proven') {
    return 'NOT PROVEN: nothing in it is false, but it does not show everything.'
  }
  if (!hasKeys) {
    return 'HOLDS, with the keys that the receipt itself names. To compare them with the published ones, add --keys config.json.'
  }
  const closed =
    report.summary?.outcome === 'closed' ? ' Its owner closed it early, for no less than he asked.' : ''
  return `HOLDS: the outcome follows from the public log.${closed}`
}

/** A revealed day in plain words. */
export function dayText(report: DayReport): string {
  if (!report.readable)
    return 'Unreadable: there is no reveal of a day in the first file, or a file is no JSON.'
  const { committed, commitment } = report
  const promise =
    committed === null
      ? `  ?       Nothing here tells what had been committed to. This day's commitment is ${commitment}.`
      : committed
        ? okLine('The seed is the one that had been committed to before the day.')
        : brokenLine('The seed is not the one that had been committed to before the day.')
  const prices = report.problem
    ? brokenLine(report.problem)
    : okLine(`${report.prices} prices of ${report.ticks} ticks are exactly as drawn from the seed.`)
  const table = report.drawn.map(
    ({ symbol, open, high, low, close }) =>
      `  ${symbol.padEnd(5)} open ${open}  high ${high}  low ${low}  close ${close}`,
  )
  return [
    `The simulated market of ${report.day} (UTC), drawn again from its seed:`,
    ...table,
    promise,
    prices,
  ].join('\n')
}

function short(hash: string | undefined): string {
  return `${(hash ?? '').slice(0, 12)}…`
}

function time(ms: string | undefined): string {
  return new Date(Number(ms)).toISOString().replace('T', ' ')
}
