import { useTranslation } from '../../i18n/useTranslation.ts'
import { saveFile } from '@tickmark/client/saveFile.ts'
import { sayCopied } from '../../components/sayCopied.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'

/** Recovery codes for a lost authenticator: shown only once, to copy or save. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('wallet')
  const text = codes.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      sayCopied(true)
    } catch {
      sayCopied(false)
    }
  }

  return (
    <div className="grid gap-4">
      <p className="text-13 text-ink-2">{t('protection.recoveryNote')}</p>
      <ol
        aria-label={t('protection.recovery')}
        dir="ltr"
        className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-6 rounded-3 bg-well px-4 py-2 font-mono text-15"
      >
        {codes.map((code) => (
          <li key={code} className="py-1.5 text-center">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button tone="quiet" size="medium" icon="copy" className="grow" onClick={() => void copy()}>
          {t('shell:words.copy')}
        </Button>
        <Button
          tone="quiet"
          size="medium"
          icon="download"
          className="grow"
          onClick={() =>
            saveFile(new File([`${text}\n`], 'tickmark-recovery-codes.txt', { type: 'text/plain' }))
          }
        >
          {t('protection.saveCodes')}
        </Button>
      </div>
    </div>
  )
}
