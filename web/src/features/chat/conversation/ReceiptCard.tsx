import type { ThreadItem } from '@tickmark/wire/schemas/support'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { go } from '../../../navigation/navigate.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { isFramed } from '../../../browser/isFramed.ts'
import { SUBJECT_ICONS } from '../frame/subjectIcons.ts'

/** The conversation's subject with its receipt, which support sees too. */
export function ReceiptCard({ thread, opened }: { thread: ThreadItem; opened: boolean }) {
  const { t } = useTranslation('chat')
  if (thread.receipt.length === 0) return null
  return (
    <details open={opened} className="group mt-2 rounded-2 border border-rule bg-sheet px-3.5">
      <summary className="flex min-h-11 list-none items-center gap-2.5 py-1.5 text-13 [&::-webkit-details-marker]:hidden">
        <Icon name={SUBJECT_ICONS[thread.subject]} size={19} className="text-ink-2" />
        <span className="min-w-0 flex-1">
          <span className="font-medium">{t('receipt')}</span>
          <span className="block text-12 text-ink-3 group-open:hidden">{t('receiptNote')}</span>
        </span>
        <Icon
          name="chevronDown"
          size={18}
          className="text-ink-3 transition-transform duration-120 group-open:rotate-180"
        />
      </summary>
      <div className="max-h-[38dvh] overflow-y-auto pb-2">
        <Ledger>
          {thread.receipt.map((line) => (
            <LedgerRow key={line.name} label={line.name} mono={isLong(line.text)} tight>
              {line.text}
            </LedgerRow>
          ))}
        </Ledger>
        {thread.link !== '' && (
          <PlainLink
            href={thread.link}
            // Opens outside the frame, if there is one.
            target={isFramed() ? '_top' : undefined}
            onGo={isFramed() ? (href) => window.parent.location.assign(href) : go}
            className="inline-flex min-h-11 items-center gap-1 text-13 font-semibold text-brand"
          >
            {t('toMatter')}
            <Icon name="chevron" size={16} />
          </PlainLink>
        )}
      </div>
    </details>
  )
}

/** An id or a hash: one long word that may break anywhere. */
function isLong(text: string): boolean {
  return text.length > 30 && !/\s/.test(text)
}
