import Fastify from 'fastify';
import { fastifyApp } from './fastify-app.ts';
import { threeRequests } from './three-requests.ts';

export const { fast, wire } = threeRequests(['fastify'], fastifyApp(Fastify));
