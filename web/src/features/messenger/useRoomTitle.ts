import { useTranslation } from 'react-i18next'
import type { Room } from '@/api/schema'

/** The name of a room, as its members read it. */
export function useRoomTitle() {
  const { t } = useTranslation('messenger')
  return ({ kind, title }: Pick<Room, 'kind' | 'title'>) => {
    if (kind === 'administrators') return t('kind.administrators')
    return title ?? t(`kind.${kind}`)
  }
}
