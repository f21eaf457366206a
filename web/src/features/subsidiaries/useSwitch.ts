import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateSubsidiaryList,
  invalidateSubsidiarySelect,
  invalidateSubsidiaryShow,
  subsidiaryActivate,
  subsidiaryDeactivate,
} from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import type { Subsidiary } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'

/** Closes an open subsidiary and opens a closed one; asks first. */
export function useSwitch() {
  const { t } = useTranslation('subsidiaries')
  const queryClient = useQueryClient()
  return async ({ id, title, active }: Subsidiary) => {
    const done = await confirm({
      title: active ? t('close.title', { title }) : t('reopen.title', { title }),
      text: active ? t('close.text') : t('reopen.text'),
      action: active ? t('close.action') : t('reopen.action'),
      danger: active,
      run: () => (active ? subsidiaryDeactivate(id) : subsidiaryActivate(id)),
    })
    if (!done) return
    notify.success(active ? t('close.done', { title }) : t('reopen.done', { title }))
    void invalidateSubsidiaryShow(queryClient, id)
    void invalidateSubsidiarySelect(queryClient)
    await invalidateSubsidiaryList(queryClient)
  }
}
