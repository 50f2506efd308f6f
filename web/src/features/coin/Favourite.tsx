import { productById } from '@tickmark/core/market/products'
import type { BaseInfo } from '@tickmark/wire/schemas/market'
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { call } from '../../api/api.ts'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { askToJoin } from '../../session/joinSheet.ts'
import { isSignedIn, knownSession, useSession } from '../../session/session.ts'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'

/** The favourite star: changes at once, and changes back when the server refuses. */
export function Favourite({ pid, info }: { pid: number; info: BaseInfo | null }) {
  const { t } = useTranslation('trade')
  const session = useSession()
  const [wish, setWish] = useState<boolean | null>(null)
  const isFavourite = isSignedIn(session) && (wish ?? info?.favourite === 1)
  const coin = info?.fullName ?? productById(pid)?.name ?? ''

  async function toggle() {
    if (!isSignedIn(await knownSession())) return askToJoin()
    const before = wish
    setWish(!isFavourite)
    try {
      const { favourite } = await call(isFavourite ? 'cancelKeep' : 'keepProd', { pid })
      setWish(favourite === 1)
    } catch (failure) {
      setWish(before)
      if (!(failure instanceof CallFailed)) throw failure
    }
  }

  return (
    <IconButton
      icon="star"
      pressed={isFavourite}
      label={isFavourite ? t('removeFavourite', { coin }) : t('addFavourite', { coin })}
      onClick={() => void toggle()}
    />
  )
}
