import { CallFailed } from '@tickmark/client/callFailed.ts'
import { useRef, useState } from 'react'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import type { Reply } from '../api/api.ts'
import { uploadPicture } from '../api/uploadPicture.ts'
import { useTranslation } from '../i18n/useTranslation.ts'

export type SentPicture = Reply<'consoleUpload'>

/**
 * Chooses and uploads a picture; the server re-encodes it. A file that is not a picture is refused with a message.
 */
export function PictureButton(props: { disabled?: boolean; onSent: (picture: SentPicture) => void }) {
  const { t } = useTranslation('content')
  const { disabled = false, onSent } = props
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  async function send(file: File | undefined) {
    if (!file) return
    setBusy(true)
    try {
      onSent(await uploadPicture(file))
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      toast(failure.message, { tone: 'wrong' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('chooseFile')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void send(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button
        tone="quiet"
        size="medium"
        icon="camera"
        busy={busy}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {t('picture')}
      </Button>
    </>
  )
}
