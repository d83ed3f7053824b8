/**
 * One walk over the syntax of a module. It places the counters, rewrites what needs no knowledge of names (`import()`, `import.meta`), and
 * collects declarations, uses of names, and requests for other modules. Names are decided afterwards, when every declaration is known.
 */
import type { Callee } from './call-cycles.ts';
import type { ESTree, SyntaxNode } from './native.ts';
import { boundNames, isStrict } from './syntax.ts';
import { ExpressionWalk, isFunction, keyName } from './walk-expressions.ts';

type Loop = ESTree.ForStatement | ESTree.ForInStatement | ESTree.ForOfStatement | ESTree.WhileStatement | ESTree.DoWhileStatement;

export class ModuleWalk extends ExpressionWalk {
  statements(list: readonly (ESTree.Directive | ESTree.Statement)[]): void {
    for (const statement of list) {
      if (statement.type === 'ExpressionStatement') this.expressionStarts.add(statement.start);
      this.visit(statement);
    }
  }

  override visit(node: SyntaxNode): void {
    switch (node.type) {
      case 'Identifier':
        return this.refer(node, 'read');
      case 'FunctionDeclaration':
      case 'FunctionExpression':
        return this.visitFunction(node);
      case 'ArrowFunctionExpression':
        return this.visitArrow(node);
      case 'ClassDeclaration':
      case 'ClassExpression':
        return this.visitClass(node);
      case 'BlockStatement':
        return this.within('block', () => this.statements(node.body));
      case 'StaticBlock':
        return this.withThis(false, () => this.within('function', () => this.statements(node.body)));
      case 'VariableDeclaration':
        return this.visitVariables(node);
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.visitLoop(node);
      case 'IfStatement':
        return this.visitIf(node);
      case 'SwitchStatement':
        return this.visitSwitch(node);
      case 'TryStatement':
        return this.maybe(() => this.visitChildren(node));
      case 'CatchClause':
        return this.visitCatch(node);
      case 'WithStatement':
        return this.visitWith(node);
      case 'ConditionalExpression':
        return this.visitConditional(node);
      case 'LogicalExpression':
        this.visit(node.left);
        return this.maybe(() => this.visitArm(node.right));
      case 'BinaryExpression':
        this.comparisons?.markBinary(node);
        return this.visitChildren(node);
      case 'AssignmentExpression':
        return this.visitAssignment(node);
      case 'UpdateExpression':
        return this.visitUpdate(node);
      case 'UnaryExpression':
        return this.visitUnary(node);
      case 'CallExpression':
        return this.visitCall(node);
      case 'NewExpression':
        return this.visitNew(node);
      case 'TaggedTemplateExpression':
        this.leaf = false;
        this.marks.cycles?.callAnything();
        if (node.tag.type === 'Identifier') this.refer(node.tag, 'call');
        else this.visit(node.tag);
        return this.visit(node.quasi);
      case 'MemberExpression':
        return this.visitMember(node);
      case 'Property':
        return this.visitProperty(node);
      case 'MethodDefinition':
      case 'PropertyDefinition':
      case 'AccessorProperty':
        if (node.type === 'AccessorProperty' || node.decorators.length > 0) this.isBeyond = true;
        if (node.computed) this.visit(node.key);
        if (node.value !== null) this.withThis(false, () => this.visitMemberValue(node));
        return;
      case 'LabeledStatement':
        return this.visit(node.body);
      case 'BreakStatement':
      case 'ContinueStatement':
        return;
      case 'ImportExpression':
        return this.visitDynamicImport(node);
      case 'MetaProperty':
        if (node.meta.name === 'import') this.edits.replace(node.start, node.end, `${this.names.module}.meta`);
        return;
      case 'AwaitExpression':
        if (this.functionDepth === 0) this.topLevelAwait = true;
        return this.visit(node.argument);
      case 'ThisExpression':
        if (this.thisIsGlobal) this.edits.replace(node.start, node.end, this.names.globalObject);
        return;
      default:
        return this.visitChildren(node);
    }
  }

  protected override visitFunction(node: ESTree.Function, calledPlainly = false): void {
    const strict = this.at.strict || (node.body !== null && isStrict(node.body.body));
    if (node.type === 'FunctionDeclaration' && node.id !== null) {
      this.declare(node.id, 'function', this.at, this.at.kind === 'module');
      // In sloppy code a function of a block is a variable of the function around it as well.
      if (!strict && this.at.kind === 'block') this.declare(node.id, 'var', this.at.home);
    }
    this.within(
      'function',
      () => {
        if (node.type === 'FunctionExpression' && node.id !== null) this.declare(node.id, 'function', this.at);
        this.withThis(calledPlainly && !strict, () => this.visitCode(node));
      },
      strict,
    );
  }

  private visitArrow(node: ESTree.ArrowFunctionExpression): void {
    const strict = this.at.strict || (node.body.type === 'BlockStatement' && isStrict(node.body.body));
    this.within('function', () => this.visitCode(node), strict);
  }

  /** Of a class: what a method does, or what a field begins with, which is part of making one. */
  private visitMemberValue(node: ESTree.MethodDefinition | ESTree.PropertyDefinition | ESTree.AccessorProperty): void {
    if (node.value === null) return;
    const name = node.computed ? undefined : keyName(node.key);
    const isMethod = node.type === 'MethodDefinition';
    this.isAccessor = name === undefined || (isMethod && (node.kind === 'get' || node.kind === 'set'));
    if (isMethod && node.kind === 'constructor') return this.visitNamed(node.value, `new ${this.className}`);
    if (isMethod) return this.visitNamed(node.value, `method ${name ?? ''}`);
    this.marks.cycles?.enter(`new ${this.className}`, 'part');
    if (isFunction(node.value)) this.visitNamed(node.value, `method ${name ?? ''}`);
    else this.visit(node.value);
    this.marks.cycles?.leave();
  }

  private visitCode(node: ESTree.Function | ESTree.ArrowFunctionExpression): void {
    const site = this.marks.enterFunction(node);
    const known = this.marks.cycles?.enter(this.called ?? nameOf(node), this.isAccessor ? 'accessor' : 'function');
    this.called = undefined;
    this.isAccessor = false;
    const outerLeaf = this.leaf;
    this.leaf = true;
    this.functionDepth += 1;
    for (const parameter of node.params) {
      this.declare(parameter, 'param', this.at);
      this.marks.cycles?.holdAnything(boundNames(parameter));
      this.visitPattern(parameter);
    }
    const { body } = node;
    if (body !== null && body.type === 'BlockStatement') this.statements(body.body);
    else if (body !== null) this.visit(body);
    this.functionDepth -= 1;
    this.marks.cycles?.leave();
    this.marks.leaveFunction(site, node, this.leaf, known);
    this.leaf = outerLeaf;
  }

  private visitClass(node: ESTree.Class): void {
    if (node.type === 'ClassDeclaration' && node.id !== null) this.declare(node.id, 'class', this.at, this.at.kind === 'module');
    this.within(
      'block',
      () => {
        if (node.type === 'ClassExpression' && node.id !== null) this.declare(node.id, 'class', this.at);
        if (node.decorators.length > 0) this.isBeyond = true;
        this.visitOptional(node.superClass);
        this.functionDepth += 1;
        const outer = this.className;
        this.className = node.id?.name ?? '';
        this.noteClass(node);
        this.visit(node.body);
        this.className = outer;
        this.functionDepth -= 1;
      },
      true,
    );
  }

  /** To make one does what its fields and its constructor do, and what another class does if it is made from one. */
  private noteClass(node: ESTree.Class): void {
    const { cycles } = this.marks;
    cycles?.enter(`new ${this.className}`, 'part');
    if (node.superClass !== null) cycles?.callAnything();
    cycles?.leave();
  }

  private visitVariables(node: ESTree.VariableDeclaration): void {
    const scope = node.kind === 'var' ? this.at.home : this.at;
    const kind = node.kind === 'var' || node.kind === 'let' ? node.kind : 'const';
    for (const { id, init } of node.declarations) {
      this.declare(id, kind, scope, this.at.kind === 'module');
      this.visitPattern(id);
      if (init !== null && id.type === 'Identifier' && isFunction(init)) this.visitNamed(init, `name ${id.name}`);
      else {
        this.marks.cycles?.holdAnything(boundNames(id));
        if (init !== null) this.visit(init);
      }
    }
  }

  private visitLoop(node: Loop): void {
    this.leaf = false;
    if (node.type === 'ForOfStatement' && node.await && this.functionDepth === 0) this.topLevelAwait = true;
    this.within('block', () => {
      if (node.type === 'ForStatement') {
        this.visitOptional(node.init);
        this.visitOptional(node.test);
        this.visitOptional(node.update);
      } else if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') {
        if (node.left.type === 'VariableDeclaration') this.visit(node.left);
        else this.visitTarget(node.left);
        this.visit(node.right);
      } else this.visit(node.test);
      this.maybe(() => this.visitBody(node.body));
    });
  }

  private visitBody(body: ESTree.Statement): void {
    this.marks.enterLoop(body);
    this.visit(body);
    this.marks.leaveBlock(body, true);
  }

  private visitIf(node: ESTree.IfStatement): void {
    this.visit(node.test);
    this.maybe(() => {
      this.visitBranch(node.consequent);
      if (node.alternate?.type === 'IfStatement') this.visit(node.alternate);
      else if (node.alternate !== null) this.visitBranch(node.alternate);
      else if (!staysBare(node.consequent)) this.marks.addElse(node);
    });
  }

  private visitBranch(branch: ESTree.Statement): void {
    // `if (x) function f() {}` is legal only without a block around the function.
    if (staysBare(branch)) return this.visit(branch);
    this.marks.enterBranch(branch);
    this.visit(branch);
    this.marks.leaveBranch(branch);
  }

  private visitSwitch(node: ESTree.SwitchStatement): void {
    this.comparisons?.markSwitch(node);
    this.visit(node.discriminant);
    this.maybe(() =>
      this.within('block', () => {
        for (const branch of node.cases) {
          this.visitOptional(branch.test);
          const first = branch.consequent[0];
          if (first !== undefined) this.marks.enterAt(first.start, branch);
          this.statements(branch.consequent);
        }
      }),
    );
  }

  private visitCatch(node: ESTree.CatchClause): void {
    this.within('block', () => {
      if (node.param !== null) {
        this.declare(node.param, 'let', this.at);
        this.visitPattern(node.param);
      }
      this.marks.enterAt(node.body.start + 1, node);
      this.visit(node.body);
    });
  }

  private visitWith(node: ESTree.WithStatement): void {
    this.visit(node.object);
    this.within('block', () => {
      this.at.open = true;
      this.visit(node.body);
    });
  }
}

function nameOf(node: ESTree.Function | ESTree.ArrowFunctionExpression): Callee | undefined {
  return node.type === 'FunctionDeclaration' && node.id !== null ? `name ${node.id.name}` : undefined;
}

/** Such a branch cannot be put into a block. */
function staysBare({ type }: ESTree.Statement): boolean {
  return type === 'FunctionDeclaration' || type === 'LabeledStatement';
}
