import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { mayShare, useShowShare } from '../../components/shareLink.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'

/** Link to the share page, shown when sharing is enabled. Asks the server first whether this account may share. */
export function ShareRow({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const shown = useShowShare()
  const [asking, setAsking] = useState(false)
  // The user closed the menu while the server was asked: do not navigate.
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
      title={t('pages:title.share')}
      figureSub={asking ? t('menu.checking') : undefined}
      onPress={() => void share()}
      chevron
    />
  )
}
