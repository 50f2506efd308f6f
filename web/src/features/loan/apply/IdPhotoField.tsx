import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { useId, useRef, type ReactNode, type RefObject } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { IdPhoto } from './useIdPhoto.ts'

interface IdPhotoFieldProps {
  photo: IdPhoto
  /** The photo is missing, or the server refused it. */
  error: string | undefined
}

/** One side of the ID card: a frame, the photo in it, and its upload. */
export function IdPhotoField({ photo, error }: IdPhotoFieldProps) {
  const { t } = useTranslation('loans')
  const id = useId()
  const { side, picture, chosen, problem } = photo
  const shown = chosen?.shown ?? picture?.url
  const wrong = chosen?.problem || problem || error
  return (
    <div role="group" aria-labelledby={id} data-place={side} className="grid gap-2">
      <p id={id} className="text-12 text-ink-2">
        {t(`photo.${side}`)}
      </p>
      <Frame busy={photo.reading} isFilled={shown !== undefined}>
        {shown ? (
          <img
            src={shown}
            alt={t(`photo.${side}Alt`)}
            className="absolute inset-0 size-full rounded-3 object-contain"
          />
        ) : (
          <p className="grid max-w-[30ch] justify-items-center gap-2 text-center text-13 text-ink-2">
            <Icon name="camera" size={26} className="text-ink-3" />
            {photo.reading ? t('photo.reading') : t('photo.hint')}
          </p>
        )}
      </Frame>
      {chosen && chosen.problem === '' && (
        <Progress label={t(`photo.${side}Leaving`)} share={chosen.share} tone="brand" thin />
      )}
      <p role="alert" className={wrong ? 'text-12 font-medium text-wrong' : 'hidden'}>
        {wrong}
      </p>
      <Actions photo={photo} />
    </div>
  )
}

/** A frame with the proportions and corners of an ID card; higher where large text needs it, which no overflow may hide. */
function Frame({ busy, isFilled, children }: { busy: boolean; isFilled: boolean; children: ReactNode }) {
  return (
    <div
      aria-busy={busy}
      className="relative grid aspect-[1.586] w-full max-w-[360px] min-w-0 place-items-center rounded-3 bg-well p-3"
    >
      {!isFilled &&
        CORNERS.map((corner) => (
          <i key={corner} aria-hidden="true" className={`absolute size-6 border-ink-3 ${corner}`} />
        ))}
      {children}
    </div>
  )
}

const CORNERS = [
  'start-2 top-2 border-s-2 border-t-2',
  'end-2 top-2 border-e-2 border-t-2',
  'start-2 bottom-2 border-s-2 border-b-2',
  'end-2 bottom-2 border-e-2 border-b-2',
]

function Actions({ photo }: { photo: IdPhoto }) {
  const { t } = useTranslation('loans')
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const { side, picture, chosen } = photo
  const isThere = picture !== null || chosen !== null
  const name = t(`photo.${side}`)
  return (
    <div className="flex flex-wrap gap-2">
      {chosen && chosen.problem !== '' && (
        <Button size="small" tone="quiet" icon="refresh" onClick={photo.again}>
          {t('shell:words.retry')}
        </Button>
      )}
      {/* A device with a mouse has no camera to point at a card. */}
      <Button
        size="small"
        tone="quiet"
        icon="camera"
        className="pointer-fine:hidden"
        aria-label={`${t('photo.take')}: ${name}`}
        onClick={() => camera.current?.click()}
      >
        {t('photo.take')}
      </Button>
      <Button
        size="small"
        tone="quiet"
        icon="upload"
        aria-label={`${isThere ? t('photo.replace') : t('photo.choose')}: ${name}`}
        onClick={() => files.current?.click()}
      >
        {isThere ? t('photo.replace') : t('photo.choose')}
      </Button>
      {isThere && (
        <Button size="small" tone="plain" aria-label={`${t('photo.remove')}: ${name}`} onClick={photo.remove}>
          {t('photo.remove')}
        </Button>
      )}
      <Chooser input={camera} label={`${t('photo.take')}: ${name}`} capture onChoose={photo.choose} />
      <Chooser input={files} label={`${t('photo.choose')}: ${name}`} onChoose={photo.choose} />
    </div>
  )
}

interface ChooserProps {
  input: RefObject<HTMLInputElement | null>
  label: string
  /** On a phone, opens the rear camera instead of the files. */
  capture?: boolean
  onChoose: (file: File) => Promise<void>
}

/** Opens the camera or the browser's file picker. */
function Chooser({ input, label, capture = false, onChoose }: ChooserProps) {
  return (
    <input
      ref={input}
      type="file"
      accept="image/*"
      {...(capture && { capture: 'environment' as const })}
      tabIndex={-1}
      aria-hidden="true"
      aria-label={label}
      className="sr-only"
      onChange={(event) => {
        const file = event.target.files?.[0]
        // Reset, so that choosing the same file again counts as a change.
        event.target.value = ''
        if (file) void onChoose(file)
      }}
    />
  )
}
