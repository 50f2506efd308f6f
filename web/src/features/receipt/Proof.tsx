import { useQuery } from '@tanstack/react-query'
import { parseAmount } from '@tickmark/core/money/money'
import type { ReceiptSummary } from '@tickmark/core/receipts/receiptCheck'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Figure } from '@tickmark/ui/text/Figure.tsx'
import { useState } from 'react'
import { LogWatched } from '../../components/LogWatched.tsx'
import { Section } from '../../components/Section.tsx'
import { amountText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useWatchState } from '../../watch/watchState.ts'
import { readFragment } from './share/linkFragment.ts'
import { ProofStamp } from './ProofStamp.tsx'
import { proofStampOf } from '../../receipts/proofStamp.ts'
import { ReceiptChecks } from './ReceiptChecks.tsx'
import { ReceiptFacts } from './ReceiptFacts.tsx'
import { sharePicture } from './share/sharePicture.ts'
import { useChecks } from '../../receipts/useChecks.ts'

interface ProofProps {
  /** Identifies the receipt. */
  name: string
  receipt: unknown
  /** The receipt is from a file on this device, not from the link. */
  isFile?: boolean
}

/** A receipt with its verdict, for a reader who is not its owner. */
export function Proof({ name, receipt, isFile = false }: ProofProps) {
  const { t } = useTranslation('proof')
  const [link] = useState(() => readFragment(isFile ? '' : location.hash))
  const checks = useChecks(name, receipt, { ticket: link.ticket })
  const { finding } = checks
  const stamp = proofStampOf(finding, checks.agrees, checks.kept)
  const shown = finding && finding.verdict !== 'broken' ? finding.summary : undefined
  return (
    <div className="px-5 md:px-7">
      <p className="pb-3 text-13 text-ink-2">{isFile ? t('fileIntro') : t('intro')}</p>
      {shown && <Result summary={shown} />}
      <ProofStamp kind={stamp} />
      {finding?.receipt && <ReceiptFacts receipt={finding.receipt} />}
      {finding && (
        <>
          <Compared linkHead={link.head} hasKeys={checks.keys !== null} />
          <ReceiptChecks finding={finding} agrees={checks.agrees} kept={checks.kept} isForeign />
          <div className="pt-6">
            <LogWatched />
          </div>
        </>
      )}
      {finding?.receipt && shown && (stamp === 'holds' || stamp === 'withheld' || stamp === 'notProven') && (
        <Button
          tone="quiet"
          size="medium"
          icon="share"
          className="mt-6"
          onClick={() => void sharePicture(finding.receipt, stamp)}
        >
          {t('picture')}
        </Button>
      )}
    </div>
  )
}

function Result({ summary }: { summary: ReceiptSummary }) {
  const { t } = useTranslation('receipt')
  const format = useFormat()
  const { pair, direction, currency, book, outcome } = summary
  const net = parseAmount(summary.net) ?? 0n
  return (
    <div className="pb-4">
      <p className="flex flex-wrap items-center justify-between gap-2 text-13 text-ink-2">
        <span>
          <bdi dir="ltr">{pair}</bdi> · {direction === 'up' ? t('trade:up') : t('trade:down')}
        </span>
        {book === 'simulated' && <Badge>{t('home:simulated')}</Badge>}
      </p>
      <p className="pt-0.5">
        <Figure
          text={amountText(format, currency, net, true)}
          unit={currency}
          tone={net > 0n ? 'up' : net < 0n ? 'down' : 'ink'}
        />
      </p>
      <p className="pt-0.5 text-13 font-medium">{t(outcome)}</p>
    </div>
  )
}

/** The keys that the receipt was checked against, and whether the sender of the link sees the same log. */
function Compared({ linkHead, hasKeys }: { linkHead: string; hasKeys: boolean }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const { sinceMs } = useWatchState()
  const isKnown = sinceMs !== null && sinceMs < performance.timeOrigin
  const head = useLinkHead(linkHead)
  return (
    <div className="pt-6">
      <Section title={t('keysTitle')}>
        <p className="text-13 text-ink-2">
          {!hasKeys
            ? t('keysNone')
            : isKnown
              ? t('keysKnown', { since: format.dateTime(sinceMs) })
              : t('keysNew')}
        </p>
        {head && <p className="pt-1.5 text-13 text-ink-2">{t(`head.${head}`)}</p>}
      </Section>
    </div>
  )
}

/** Compares the head in the link with this device's own; a fork also raises the alarm. Null without a head. */
function useLinkHead(note: string) {
  const compared = useQuery({
    queryKey: ['receipt.linkHead', note],
    enabled: note !== '',
    staleTime: Infinity,
    networkMode: 'always',
    refetchInterval: ({ state: { data } }) => (data === 'agrees' || data === 'differs' ? false : 5_000),
    queryFn: async () => {
      const { startWatch } = await import('../../watch/startWatch.ts')
      return startWatch().compare(note)
    },
  })
  return compared.data ?? null
}
