/** The fields that a shipment may lack, as the server names them. */
export const MISSING_FIELDS = [
  'contents_type',
  'declared_value',
  'declared_weight_g',
  'from_address_1',
  'from_city',
  'from_country_id',
  'from_name',
  'items',
  'service_id',
  'to_address_1',
  'to_city',
  'to_country_id',
  'to_name',
] as const
