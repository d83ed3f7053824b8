import { orders } from './orders.ts';

export default orders('orders by a shop that tries again', './shop.racy.ts');
