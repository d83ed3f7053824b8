import { orders } from './orders.ts';

export default orders('orders by a shop that names its charge', './shop.fixed.ts');
