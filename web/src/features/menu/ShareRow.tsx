import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { mayShare, useShowShare } from '../../components/shareLink.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'

/** The way to the share page, where the server shows it: it asks first whether this account may. */
export function ShareRow({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const shown = useShowShare()
  const [asking, setAsking] = useState(false)
  // Whoever closed the menu while it was asked has changed his mind.
  const stays = useRef(open)
  useEffect(() => {
    stays.current = open
    return () => {
      stays.current = false
    }
  }, [open])
  if (!shown) return null

  async function share() {
    if (asking) return
    setAsking(true)
    const may = await mayShare()
    setAsking(false)
    if (!may || !stays.current) return
    onClose()
    go(hrefTo.share())
  }

  return (
    <ListRow
      leading={<Icon name="share" className="text-ink-2" />}
      title={t('menu.share')}
      figureSub={asking ? t('menu.checking') : undefined}
      onPress={() => void share()}
      chevron
    />
  )
}
