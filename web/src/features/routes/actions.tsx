import {
  IconArrowsSort,
  IconBan,
  IconEye,
  IconFlagCheck,
  IconPackageImport,
  IconPencil,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { routeCancel, routeOptimize } from '@/api/generated/endpoints/deliveries/deliveries'
import type { DeliveryRoute, DeliveryRouteDetails } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { refreshRoutes } from '@/shared/deliveries/refresh'
import { onceOnline } from '@/ui/once-online'

const TurnDialog = lazy(() => onceOnline(() => import('./TurnDialog')))

const routeActions = (t: TFunction<'routes'>): RecordAction<DeliveryRoute, DeliveryRouteDetails>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['routes.show'] },
  {
    verb: 'start',
    label: t('action.start'),
    icon: IconPlayerPlay,
    button: 'main',
    dialog: (route, state) => <TurnDialog {...state} route={route} turn="start" />,
  },
  {
    verb: 'close',
    label: t('action.close'),
    icon: IconFlagCheck,
    button: 'main',
    dialog: (route, state) => <TurnDialog {...state} route={route} turn="close" />,
  },
  {
    verb: 'load',
    label: t('action.load'),
    icon: IconPackageImport,
    button: 'plain',
    to: paths['routes.load'],
  },
  { verb: 'update', label: t('action.update'), icon: IconPencil, button: 'plain', to: paths['routes.edit'] },
  {
    verb: 'optimize',
    when: ({ stop_count }) => stop_count > 1,
    label: t('action.optimize'),
    icon: IconArrowsSort,
    run: ({ id, version }) => routeOptimize(id, { version }),
    done: () => t('optimized'),
  },
  {
    verb: 'cancel',
    label: t('action.cancel'),
    icon: IconBan,
    danger: true,
    reason: ({ number, driver_name }) => ({
      title: t('cancel.title'),
      about: [number, driver_name].filter(Boolean).join(' · '),
      label: t('field.reason'),
      text: t('cancel.text'),
    }),
    run: ({ id, version }, reason) => routeCancel(id, { reason, version }),
    done: () => t('cancel.done'),
  },
]

/** What can be done with a run, in the list and on its page. */
export function useRouteActions() {
  const { t } = useTranslation('routes')
  return useRecordActions<DeliveryRoute, DeliveryRouteDetails>({
    actions: routeActions(t),
    refresh: refreshRoutes,
  })
}
