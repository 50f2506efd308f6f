import { useTranslation } from '../../../i18n/useTranslation.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import type { Picture } from './usePictures.ts'

interface PictureRowProps {
  pictures: readonly Picture[]
  onRemove: (key: string) => void
  onAgain: (picture: Picture) => void
}

/** The message's pictures, each with its upload progress and a remove button. */
export function PictureRow({ pictures, onRemove, onAgain }: PictureRowProps) {
  const { t } = useTranslation('chat')
  if (pictures.length === 0) return null
  return (
    <ul aria-label={t('picture.list')} className="flex flex-wrap gap-2 pb-2">
      {pictures.map((picture, at) => (
        <li key={picture.key} className="grid w-[84px] content-start gap-1">
          <div className="relative">
            <img
              src={picture.shown}
              alt={t('picture.name', { number: at + 1 })}
              className="size-[84px] rounded-2 border border-rule bg-well object-cover"
            />
            <button
              type="button"
              aria-label={t('picture.remove', { number: at + 1 })}
              onClick={() => onRemove(picture.key)}
              className="absolute -end-2 -top-2 grid size-11 place-items-center"
            >
              <span className="grid size-6 place-items-center rounded-full bg-ink text-ground">
                <Icon name="close" size={14} />
              </span>
            </button>
          </div>
          {picture.file === null && picture.problem === '' && (
            <Progress
              label={t('picture.leaving', { number: at + 1 })}
              share={picture.share}
              tone="brand"
              thin
            />
          )}
          {picture.problem !== '' && (
            <p role="alert" className="text-11 text-wrong">
              {picture.problem}
              <button
                type="button"
                onClick={() => onAgain(picture)}
                className="block min-h-6 font-semibold underline underline-offset-2"
              >
                {t('shell:words.retry')}
              </button>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
