import { useTranslation } from '../../../i18n/useTranslation.ts'

/** The text for the wallet to sign, collapsed. */
export function SignedText({ text }: { text: string }) {
  const { t } = useTranslation('loans')
  return (
    <details className="mt-3 rounded-2 border border-rule">
      <summary className="min-h-11 cursor-pointer px-3.5 py-2.5 text-13 font-medium">
        {t('agreement.signed')}
      </summary>
      <pre
        dir="ltr"
        className="px-3.5 pb-3.5 text-start font-mono text-11 break-all whitespace-pre-wrap text-ink-2"
      >
        {text}
      </pre>
    </details>
  )
}
