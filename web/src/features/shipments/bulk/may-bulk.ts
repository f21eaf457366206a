import type { Profile } from '@/api/schema'

/** What the user may do with many shipments at once, each by the right of its call. */
export const mayBulk = ({ can, menu }: Pick<Profile, 'can' | 'menu'>) => ({
  print: can['shipment.print_label'] === true,
  confirm: can['shipment.confirm'] === true,
  events: can['shipment.record_event'] === true,
  delivery: menu.deliveries === true && can['delivery.create'] === true,
  update: can['shipment.update'] === true,
  release: can['shipment.release'] === true,
  hold: can['shipment.hold'] === true,
  export: can['shipment.export'] === true,
  cancel: can['shipment.cancel'] === true,
})
