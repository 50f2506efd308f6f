import type { ForkEvidence } from '@tickmark/core/log/fork'
import { parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { splitNote } from '@tickmark/core/log/note'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { saveFile } from '@tickmark/client/saveFile.ts'
import { useFormat } from '../format/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { isLasting, type Alarm } from '../watch/watchState.ts'

/**
 * Red for a fork or another log key, which stay, for a configuration with other keys than the log's, and for a
 * session of another wallet; amber while something is missing.
 */
export function LogAlarm({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('watch')
  const format = useFormat()
  const isRed = isLasting(alarm) || alarm.kind === 'config' || alarm.kind === 'account'
  return (
    <section
      role={isRed ? 'alert' : 'status'}
      aria-label={t('title')}
      className={
        isRed
          ? 'bg-wrong-wash px-5 py-2.5 text-13 font-medium text-wrong'
          : 'bg-caution-wash px-5 py-2 text-12 font-medium text-caution'
      }
    >
      <p className="flex items-start gap-2">
        <Icon name="warning" size={18} className="flex-none" />
        <span>
          {alarm.kind === 'key' ? t('key', { since: format.dateTime(alarm.sinceMs) }) : t(alarm.kind)}
        </span>
      </p>
      {alarm.kind === 'fork' && (
        <Button
          tone="wrong"
          size="small"
          icon="download"
          className="mt-2"
          onClick={() => saveFile(evidenceFile(alarm.evidence))}
        >
          {t('save')}
        </Button>
      )}
    </section>
  )
}

/** The file for the verifier, named by the two sizes. */
function evidenceFile(evidence: ForkEvidence): File {
  const sizes = [evidence.older, evidence.newer].map(
    ({ note }) => parseCheckpoint(splitNote(note)?.text ?? '')?.size ?? 0,
  )
  const text = `${JSON.stringify(evidence, null, 2)}\n`
  return new File([text], `tickmark-fork-${sizes.join('-')}.json`, { type: 'application/json' })
}
