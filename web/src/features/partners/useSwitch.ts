import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidatePartnerList,
  invalidatePartnerSelect,
  invalidatePartnerShow,
  partnerActivate,
  partnerDeactivate,
} from '@/api/generated/endpoints/partners/partners'
import type { Partner } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'

/** Switches a partner off, or on again; asks first. */
export function useSwitch() {
  const { t } = useTranslation('partners')
  const queryClient = useQueryClient()
  return async ({ id, name, active }: Partner) => {
    const done = await confirm({
      title: active ? t('deactivate.title', { name }) : t('activate.title', { name }),
      text: active ? t('deactivate.text') : t('activate.text'),
      action: active ? t('deactivate.action') : t('activate.action'),
      danger: active,
      run: () => (active ? partnerDeactivate(id) : partnerActivate(id)),
    })
    if (!done) return
    notify.success(active ? t('deactivate.done', { name }) : t('activate.done', { name }))
    void invalidatePartnerShow(queryClient, id)
    void invalidatePartnerSelect(queryClient)
    await invalidatePartnerList(queryClient)
  }
}
