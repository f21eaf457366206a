import { createContext, use } from 'react'
import {
  clientImportCancel,
  clientImportCheck,
  clientImportList,
  clientImportUpdate,
  invalidateClientImportRefusedLines,
  invalidateClientImportShow,
  invalidateShipmentImportRefusedLines,
  invalidateShipmentImportShow,
  invalidateStockImportRefusedLines,
  invalidateStockImportShow,
  shipmentImportCancel,
  shipmentImportCheck,
  shipmentImportList,
  shipmentImportUpdate,
  stockImportCancel,
  stockImportCheck,
  stockImportList,
  stockImportProcess,
  stockImportUpdate,
  useClientImportChooseSheet,
  useClientImportCorrect,
  useClientImportCreate,
  useClientImportFields,
  useClientImportList,
  useClientImportProcess,
  useClientImportRefusedLines,
  useClientImportShow,
  useShipmentImportChooseSheet,
  useShipmentImportCorrect,
  useShipmentImportCreate,
  useShipmentImportFields,
  useShipmentImportList,
  useShipmentImportProcess,
  useShipmentImportRefusedLines,
  useShipmentImportShow,
  useStockImportChooseSheet,
  useStockImportCorrect,
  useStockImportCreate,
  useStockImportFields,
  useStockImportList,
  useStockImportProcess,
  useStockImportRefusedLines,
  useStockImportShow,
} from '@/api/generated/endpoints/imports/imports'
import { paths } from '@/context/paths'

/** The records that an import creates. The calls have the same shapes for each kind. */
const SHIPMENTS = {
  /** The texts of files in which each line is a record. */
  own: undefined as 'clients' | 'stock' | undefined,
  /** The right to import. */
  right: 'shipment_import.create' as 'shipment_import.create' | 'client.create' | 'stock.receive',
  url: '/api/shipment_imports',
  index: paths['shipments.imports.index'],
  create: paths['shipments.imports.create'],
  show: paths['shipments.imports.show'],
  load: shipmentImportList,
  update: shipmentImportUpdate,
  check: shipmentImportCheck,
  cancel: shipmentImportCancel,
  useList: useShipmentImportList,
  useShow: useShipmentImportShow,
  useFields: useShipmentImportFields,
  useRefusedLines: useShipmentImportRefusedLines,
  useCreate: useShipmentImportCreate,
  useChooseSheet: useShipmentImportChooseSheet,
  useProcess: useShipmentImportProcess,
  /** Starts one whose file another import has received. */
  receiveAgain: undefined as ((id: string) => Promise<unknown>) | undefined,
  useCorrect: useShipmentImportCorrect,
  invalidate: invalidateShipmentImportShow,
  invalidateRefused: invalidateShipmentImportRefusedLines,
}

type ImportKind = typeof SHIPMENTS

const CLIENTS: ImportKind = {
  own: 'clients',
  right: 'client.create',
  url: '/api/client_imports',
  index: paths['clients.imports.index'],
  create: paths['clients.imports.create'],
  show: paths['clients.imports.show'],
  load: clientImportList,
  update: (id, { mapping, version }, options) => clientImportUpdate(id, { mapping, version }, options),
  check: clientImportCheck,
  cancel: clientImportCancel,
  useList: useClientImportList,
  useShow: useClientImportShow,
  useFields: useClientImportFields,
  useRefusedLines: useClientImportRefusedLines,
  useCreate: useClientImportCreate,
  useChooseSheet: useClientImportChooseSheet,
  useProcess: useClientImportProcess,
  receiveAgain: undefined,
  useCorrect: useClientImportCorrect,
  invalidate: invalidateClientImportShow,
  invalidateRefused: invalidateClientImportRefusedLines,
}

const STOCK: ImportKind = {
  own: 'stock',
  right: 'stock.receive',
  url: '/api/stock_imports',
  index: paths['stocks.imports.index'],
  create: paths['stocks.imports.create'],
  show: paths['stocks.imports.show'],
  load: stockImportList,
  update: (id, { mapping, version }, options) => stockImportUpdate(id, { mapping, version }, options),
  check: stockImportCheck,
  cancel: stockImportCancel,
  useList: useStockImportList,
  useShow: useStockImportShow,
  useFields: useStockImportFields,
  useRefusedLines: useStockImportRefusedLines,
  useCreate: useStockImportCreate,
  useChooseSheet: useStockImportChooseSheet,
  useProcess: useStockImportProcess,
  receiveAgain: (id) => stockImportProcess(id, { again: true }),
  useCorrect: useStockImportCorrect,
  invalidate: invalidateStockImportShow,
  invalidateRefused: invalidateStockImportRefusedLines,
}

export const IMPORT_KINDS = { shipments: SHIPMENTS, clients: CLIENTS, stock: STOCK }

/** The kind of the imports on a page. */
export const KindContext = createContext<ImportKind>(SHIPMENTS)

export const useImportKind = () => use(KindContext)
