/** The part of the walk that deals with expressions: uses of names, calls, patterns, and requests for modules. */
import type { Callee } from './call-cycles.ts';
import type { ESTree, SyntaxNode } from './native.ts';
import { childrenOf, literalText } from './syntax.ts';
import { WalkState } from './walk-state.ts';

export abstract class ExpressionWalk extends WalkState {
  protected abstract visitFunction(node: ESTree.Function, calledPlainly?: boolean): void;

  /** The names of a pattern are declared elsewhere; here its computed keys and default values are walked. */
  protected visitPattern(pattern: SyntaxNode): void {
    switch (pattern.type) {
      case 'Identifier':
        return;
      case 'AssignmentPattern':
        this.visitPattern(pattern.left);
        return this.visitArm(pattern.right);
      case 'Property':
        if (pattern.computed) this.visit(pattern.key);
        return this.visitPattern(pattern.value);
      case 'RestElement':
        return this.visitPattern(pattern.argument);
      default:
        for (const child of childrenOf(pattern)) this.visitPattern(child);
    }
  }

  /** An expression that need not be evaluated. A function that stands alone keeps the name it gets from where it stands. */
  protected visitArm(node: ESTree.Expression): void {
    const counted = !isNamedByPlace(node);
    if (counted) this.marks.enterArm(node);
    this.visit(node);
    if (counted) this.marks.leaveArm(node);
  }

  protected visitConditional(node: ESTree.ConditionalExpression): void {
    this.visit(node.test);
    this.maybe(() => {
      for (const branch of [node.consequent, node.alternate]) {
        this.marks.enterExpression(branch);
        this.visit(branch);
        this.marks.leaveExpression(branch);
      }
    });
  }

  protected visitAssignment(node: ESTree.AssignmentExpression): void {
    if (node.left.type === 'Identifier') {
      const whole = { start: node.start, end: node.end, prefix: true, operator: node.operator };
      this.marks.cycles?.holdAnything([node.left.name]);
      this.refer(node.left, node.operator === '=' ? 'assign' : 'modify', { whole });
    } else this.visitTarget(node.left);
    this.visit(node.right);
  }

  protected visitTarget(target: SyntaxNode): void {
    switch (target.type) {
      case 'Identifier':
        this.marks.cycles?.holdAnything([target.name]);
        return this.refer(target, 'target');
      case 'AssignmentPattern':
        this.visitTarget(target.left);
        return this.visitArm(target.right);
      case 'ArrayPattern':
        for (const element of target.elements) if (element !== null) this.visitTarget(element);
        return;
      case 'ObjectPattern':
        for (const property of target.properties) this.visitTarget(property);
        return;
      case 'Property':
        return this.visitTargetProperty(target);
      case 'RestElement':
        return this.visitTarget(target.argument);
      default:
        return this.visitChanged(target);
    }
  }

  protected visitTargetProperty(node: ESTree.AssignmentTargetProperty | ESTree.ObjectProperty | ESTree.BindingProperty): void {
    if (node.computed) this.visit(node.key);
    const { value } = node;
    if (!node.shorthand) return this.visitTarget(value);
    const name = value.type === 'AssignmentPattern' ? value.left : value;
    if (name.type === 'Identifier') this.refer(name, 'target', { shorthand: true });
    if (value.type === 'AssignmentPattern') this.visit(value.right);
  }

  protected visitProperty(node: ESTree.AssignmentTargetProperty | ESTree.ObjectProperty | ESTree.BindingProperty): void {
    if (node.computed) this.visit(node.key);
    if (node.shorthand && node.value.type === 'Identifier') return this.refer(node.value, 'read', { shorthand: true });
    const name = node.computed ? undefined : keyName(node.key);
    this.isAccessor = name === undefined || ('kind' in node && node.kind !== 'init');
    if (isFunction(node.value)) this.visitNamed(node.value, `method ${name ?? ''}`);
    else this.visit(node.value);
  }

  protected visitUpdate(node: ESTree.UpdateExpression): void {
    const { argument } = node;
    if (argument.type !== 'Identifier') return this.visitChanged(argument);
    const whole = { start: node.start, end: node.end, prefix: node.prefix, operator: node.operator };
    this.refer(argument, 'update', { whole });
  }

  protected visitMember(node: ESTree.MemberExpression): void {
    this.comparisons?.markKey(node);
    const { object, property, computed } = node;
    if (object.type === 'Identifier' && object.name === 'require') this.richRequire = true;
    const read = !this.changing && !computed && property.type === 'Identifier';
    this.changing = false;
    if (object.type === 'Identifier' && read) this.refer(object, 'read', { member: property.name });
    else this.visit(object);
    if (computed) this.visit(property);
    else if (node.optional && property.type === 'Identifier') this.marks.markOptional(property, node);
  }

  /** A property that is assigned to, counted or deleted. */
  private visitChanged(node: SyntaxNode): void {
    this.changing = node.type === 'MemberExpression';
    this.visit(node);
    this.changing = false;
  }

  protected visitUnary(node: ESTree.UnaryExpression): void {
    const { argument, operator } = node;
    if (operator === 'delete' && argument.type !== 'Identifier') return this.visitChanged(argument);
    if (argument.type !== 'Identifier' || (operator !== 'typeof' && operator !== 'delete')) return this.visit(argument);
    this.refer(argument, operator);
  }

  protected visitCall(node: ESTree.CallExpression): void {
    const { callee } = node;
    this.leaf = false;
    this.noteCallee(callee);
    this.comparisons?.markCall(node);
    if (callee.type === 'FunctionExpression') this.visitFunction(callee, true);
    else if (callee.type !== 'Identifier') this.visit(callee);
    else {
      if (callee.name === 'eval') this.noteEval();
      if (callee.name === 'require') this.noteRequire(node);
      this.refer(callee, 'call');
    }
    for (const argument of node.arguments) this.visit(argument);
  }

  private noteCallee(callee: ESTree.CallExpression['callee']): void {
    const { cycles } = this.marks;
    if (cycles === undefined) return;
    const name = callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : undefined;
    if (callee.type === 'Identifier') cycles.call(`name ${callee.name}`);
    else if (name !== undefined) cycles.call(`method ${name}`);
    else cycles.callAnything();
  }

  protected visitNew(node: ESTree.NewExpression): void {
    this.leaf = false;
    if (node.callee.type === 'Identifier') this.marks.cycles?.call(`new ${node.callee.name}`);
    else this.marks.cycles?.callAnything();
    this.visitChildren(node);
  }

  /** A function where its place gives it a name. */
  protected visitNamed(node: SyntaxNode, called: Callee): void {
    if (isFunction(node)) this.called = called;
    this.visit(node);
  }

  protected visitDynamicImport(node: ESTree.ImportExpression): void {
    this.leaf = false;
    this.marks.cycles?.callAnything();
    this.edits.replace(node.start, node.start + 'import'.length, `${this.names.module}.import`);
    const specifier = literalText(node.source);
    if (specifier !== undefined) this.loose.push({ specifier, mode: 'import', certain: false, at: node.source.start });
    this.visit(node.source);
    this.visitOptional(node.options);
  }

  /** Code given to a direct eval sees all names around it, and sloppy code may even declare some. */
  private noteEval(): void {
    this.directEval = true;
    if (!this.at.strict) this.at.home.open = true;
  }

  private noteRequire(node: ESTree.CallExpression): void {
    const argument = node.arguments[0];
    const specifier = argument === undefined ? undefined : literalText(argument);
    if (specifier === undefined) return;
    const certain = this.functionDepth === 0 && this.uncertainty === 0;
    this.loose.push({ specifier, mode: 'require', certain, at: node.start });
  }
}

/** What a property is called by. */
export function keyName(key: SyntaxNode): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'PrivateIdentifier' ? `#${key.name}` : undefined;
}

export function isFunction({ type }: SyntaxNode): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
}

function isNamedByPlace({ type }: ESTree.Expression): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'ClassExpression';
}
