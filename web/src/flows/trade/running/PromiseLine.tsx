import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { useEffect } from 'react'
import { savePromise } from '../../../components/savePromise.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { followPromises, useFollowedPromise, type FollowedPromise } from '../../../watch/followPromises.ts'

/** On an order: what is wrong with the house's promise, with the evidence as a file. Red for false, amber for silent. */
export function PromiseLine({ orderId }: { orderId: string }) {
  const { t } = useTranslation('trade')
  const followed = useFollowedPromise(orderId)
  useEffect(() => void followPromises(), [])
  const text = followed && textOf(followed)
  if (!followed || !text) return null
  const isRed = text !== 'unshown'
  return (
    <section
      role={isRed ? 'alert' : 'status'}
      aria-label={t('promise.title')}
      className={
        isRed
          ? 'mt-3 rounded-3 bg-wrong-wash px-4 py-3 text-13 font-medium text-wrong'
          : 'mt-3 rounded-3 bg-caution-wash px-4 py-3 text-13 font-medium text-caution'
      }
    >
      <p className="flex items-start gap-2">
        <Icon name="warning" size={18} className="flex-none" />
        <span>{t(`promise.${text}`)}</span>
      </p>
      <Button
        tone={isRed ? 'wrong' : 'quiet'}
        size="small"
        icon="download"
        className="mt-2"
        onClick={() => savePromise(followed.promise.order, followed.promise.file)}
      >
        {t('promise.save')}
      </Button>
    </section>
  )
}

function textOf({ promise, state }: FollowedPromise): 'terms' | 'signature' | 'unlogged' | 'unshown' | null {
  if (promise.problem && promise.problem !== 'unchecked')
    return promise.problem === 'other_terms' ? 'terms' : 'signature'
  return state === 'unlogged' || state === 'unshown' ? state : null
}
