import type { MissingConsent } from '@tickmark/core/receipts/consentCheck'
import type { StepName } from '@tickmark/core/receipts/receiptCheck'
import { VERIFIER_PATH } from '@tickmark/wire/receiptFile'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { useConfig } from '../../api/publicConfig.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { saveEvidence } from '../../components/saveEvidence.ts'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { Timeline, type TimelineStep } from '@tickmark/ui/list/Timeline.tsx'
import type { Finding } from '../../receipts/checkHere.ts'
import type { KeptAgreement } from '../../watch/compareHeads.ts'
import type { Agreement } from '../../receipts/useChecks.ts'

const KEPT_STATES = {
  agrees: 'done',
  differs: 'failed',
  unproved: 'later',
  unwatched: 'later',
} satisfies Record<KeptAgreement, TimelineStep['state']>

/** What a step of the check can lack. */
type Missing = MissingConsent | 'late' | 'ticks' | 'lateClose'

const COMMAND = 'node verify.mjs receipt.html'

interface ReceiptChecksProps {
  finding: Finding
  agrees: Agreement
  /** The comparison with the heads on this device; undefined while it runs. */
  kept: KeptAgreement | undefined
  /** The reader is not its owner. */
  isForeign?: boolean
}

/** Describes every step of the check, and how to repeat it without our server. */
export function ReceiptChecks({ finding, agrees, kept, isForeign = false }: ReceiptChecksProps) {
  const { t } = useTranslation('receipt')
  const format = useFormat()
  const number = (text: string | undefined) => ltr(format.figure(text ?? '0', { decimals: 0 }))
  const missingText = (what: Missing) => (isForeign ? t(`verdict:missing.${what}`) : t(`missing.${what}`))
  const steps: TimelineStep[] = finding.steps.map(({ name, ok, unshown, facts }) => ({
    key: name,
    state: ok ? 'done' : unshown ? 'later' : 'failed',
    title:
      isForeign && name === 'consent'
        ? t('verdict:consent')
        : isForeign && name === 'ticket_kept'
          ? t('proof:ticketLinked')
          : t(`step.${name}`, {
              seq: number(facts['seq']),
              entries: number(facts['entries']),
              size: number(facts['size']),
            }),
    detail: unshown && missingText(missingOf(name, facts['missing'])),
  }))
  if (finding.receipt) {
    steps.push({
      key: 'public_log',
      state: agrees === undefined ? 'now' : agrees === null ? 'later' : agrees ? 'done' : 'failed',
      title: t('step.public_log'),
      detail: agrees === null ? t('publicLogUnasked') : undefined,
    })
    steps.push({
      key: 'kept_heads',
      state: kept === undefined ? 'now' : KEPT_STATES[kept],
      title: t('step.kept_heads'),
      detail: kept === 'unproved' || kept === 'unwatched' ? t('keptHeadsUnasked') : undefined,
    })
  }
  return (
    <>
      <h2 className="pt-6 pb-3 text-15 font-semibold">{t('steps')}</h2>
      <Timeline
        label={t('steps')}
        steps={steps}
        stateWords={{
          done: t('stepState.done'),
          now: t('stepState.now'),
          later: t('stepState.later'),
          failed: t('stepState.failed'),
        }}
      />
      {finding.promise && <SaveAnswer answer={finding.promise} />}
      <Limits outcome={finding.summary?.outcome} />
      <h2 className="pt-4 pb-1 text-15 font-semibold">{t('commandTitle')}</h2>
      <p className="pb-2.5 text-13 text-ink-2">{t('commandDetail')}</p>
      <CopyRow value={COMMAND} />
      <VerifierFile />
    </>
  )
}

/** The verifier as a file, and its hash. */
function VerifierFile() {
  const { t } = useTranslation('receipt')
  const release = useConfig()?.release
  if (!release) return null
  return (
    <>
      <a
        href={VERIFIER_PATH}
        download
        className="inline-flex min-h-11 items-center text-13 font-semibold text-brand"
      >
        {t('getVerifier')}
      </a>
      <p className="pb-1 text-12 text-ink-2">{t('proof:verifier')}</p>
      <CopyRow value={release.verifier} />
    </>
  )
}

/** A ticket and a close can each be logged late. */
function missingOf(name: StepName, missing: string | undefined): Missing {
  return name === 'close_logged' ? 'lateClose' : (missing as Missing)
}

/** The house's answer to this device contradicts the receipt: it has signed both. Offers the answer as a file. */
function SaveAnswer({ answer }: { answer: NonNullable<Finding['promise']> }) {
  const { t } = useTranslation('trade')
  return (
    <Button
      tone="wrong"
      size="medium"
      icon="download"
      className="mt-3"
      onClick={() => saveEvidence('ticket' in answer ? answer.ticket.order : answer.settlement.order, answer)}
    >
      {t('promise.save')}
    </Button>
  )
}

/** What no step proves: the house holds the keys of the log and of the receipts. */
function Limits({ outcome }: { outcome: string | undefined }) {
  const { t } = useTranslation('receipt')
  const limits: ('prices' | 'log' | 'void')[] = ['prices', 'log']
  if (outcome === 'void') limits.push(outcome)
  return (
    <>
      <h2 className="pt-4 pb-1 text-15 font-semibold">{t('limits.title')}</h2>
      <ul aria-label={t('limits.title')} className="list-disc ps-4.5 text-13 text-ink-2">
        {limits.map((limit) => (
          <li key={limit} className="pt-1">
            {t(`limits.${limit}`)}
          </li>
        ))}
      </ul>
    </>
  )
}
